/** How the sources are laid out: which folder may know of which, and how long a file becomes. */

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const ROOT = fileURLToPath(new URL(".", import.meta.url));
/** Written by tools.typescript. */
const GENERATED = ["lib/protocol.ts"];
const MOST_LINES = 400;

const files = readdirSync(ROOT, { recursive: true, encoding: "utf8" })
  .map((file) => file.split(sep).join("/"))
  .filter((file) => /\.(ts|svelte)$/.test(file));

/** What lies in the root itself is one part: it puts the others together. */
const folderOf = (file: string) => (file.includes("/") ? file.slice(0, file.indexOf("/")) : ".");

/** The folders of the files that a source imports, at once or when they are needed; types count too. */
export function foldersIn(file: string, text: string): string[] {
  const found = [...text.matchAll(/(?:\bfrom\s+|\bimport\s+|\bimport\()"([^"]+)"/g)].map(([, spec]) => spec!);
  return found.flatMap((spec) => {
    if (spec.startsWith("$lib/")) return ["lib"];
    return spec.startsWith(".")
      ? [
          folderOf(
            normalize(join(dirname(file), spec))
              .split(sep)
              .join("/"),
          ),
        ]
      : [];
  });
}

/** Folders that lead back to themselves, as one way around; null if there are none. */
export function cycleIn(graph: ReadonlyMap<string, ReadonlySet<string>>): string[] | null {
  const done = new Set<string>();
  const walk = (at: string, way: string[]): string[] | null => {
    if (way.includes(at)) return [...way.slice(way.indexOf(at)), at];
    if (done.has(at)) return null;
    for (const next of graph.get(at) ?? []) {
      const found = walk(next, [...way, at]);
      if (found) return found;
    }
    done.add(at);
    return null;
  };
  for (const start of graph.keys()) {
    const found = walk(start, []);
    if (found) return found;
  }
  return null;
}

function folders(): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>();
  for (const file of files) {
    if (file.endsWith(".test.ts")) continue;
    const from = folderOf(file);
    const known = graph.get(from) ?? new Set<string>();
    graph.set(from, known);
    for (const to of foldersIn(file, readFileSync(join(ROOT, file), "utf8"))) if (to !== from) known.add(to);
  }
  return graph;
}

describe("folders", () => {
  it("never lead back to themselves", () => {
    const graph = folders();
    expect(graph.size).toBeGreaterThan(10);
    expect(graph.get("table")).toContain("board");
    expect(cycleIn(graph)).toBeNull();
  });

  it("are found in every kind of import", () => {
    const text = [
      'import { a } from "$lib/api";',
      'import type { B } from "../board/targets";',
      'import c from "./c.svelte";',
      'export { d } from "../cards/symbols";',
      'const e = () => import("../end/End.svelte");',
      'import "../../tokens.css";',
      'import { f } from "svelte";',
    ].join("\n");
    expect(foldersIn("table/inner/Some.svelte", text)).toEqual([
      "lib",
      "table",
      "table",
      "table",
      "table",
      ".",
    ]);
    expect(foldersIn("table/Some.svelte", text).slice(0, 5)).toEqual([
      "lib",
      "board",
      "table",
      "cards",
      "end",
    ]);
  });

  it("are told where they lead around", () => {
    const graph = (edges: [string, string[]][]) => new Map(edges.map(([from, to]) => [from, new Set(to)]));
    expect(
      cycleIn(
        graph([
          ["a", ["b", "c"]],
          ["b", ["c"]],
          ["c", []],
        ]),
      ),
    ).toBeNull();
    expect(
      cycleIn(
        graph([
          ["a", ["b"]],
          ["b", ["c"]],
          ["c", ["b"]],
        ]),
      ),
    ).toEqual(["b", "c", "b"]);
  });
});

describe("files", () => {
  it(`written by hand have at most ${MOST_LINES} lines`, () => {
    const long = files
      .filter((file) => !GENERATED.includes(file))
      .map((file) => ({ file, lines: readFileSync(join(ROOT, file), "utf8").trimEnd().split("\n").length }))
      .filter(({ lines }) => lines > MOST_LINES);
    expect(long).toEqual([]);
  });
});
