/** Finished games for watching: fetched from the server, or a record's text that the server takes apart. */

import { AWAY, Refused } from "$lib/api";
import type { Fault, OpenView, Replay, View } from "$lib/protocol";
import { settings } from "$lib/settings.svelte";
import type { Eyes } from "./seen.svelte";

/** Whether a view has everybody's cards. */
export function isOpen(view: View | OpenView): view is OpenView {
  return "hands" in view;
}

async function answer(path: string, request: RequestInit): Promise<Replay> {
  let response: Response;
  try {
    response = await fetch(path, { credentials: "same-origin", ...request });
  } catch (error) {
    throw new Refused(AWAY, String(error));
  }
  if (response.ok) return (await response.json()) as Replay;
  const fault = (await response.json().catch(() => null)) as Partial<Fault> | null;
  throw new Refused(fault?.code ?? AWAY, fault?.message ?? "", fault?.clause ?? null, response.status);
}

export const ofTable = (code: string, viewer: Eyes) =>
  answer(`/api/tables/${code}/replay?viewer=${viewer}`, {
    headers: { "Accept-Language": settings.language },
  });

export const ofRecord = (text: string, viewer: Eyes) =>
  answer(`/api/replay?viewer=${viewer}`, {
    method: "POST",
    headers: { "Accept-Language": settings.language, "Content-Type": "text/plain; charset=utf-8" },
    body: text,
  });

/** A record packed into an address: it never leaves the browser but in the link itself. */
export async function packed(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

export async function unpacked(packedText: string): Promise<string> {
  const binary = atob(packedText.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream).text();
}
