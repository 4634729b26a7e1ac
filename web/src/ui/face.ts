/** How a bot looks: drawn from its name, which comes from the server. */

export interface Face {
  fill: string;
  deep: string;
  head: string;
  hat: string;
  eyes: string;
  mouth: string;
}

const PAINTS = [
  ["#d9b26a", "#7a5416"],
  ["#8fb8c4", "#2c5f70"],
  ["#a7c08a", "#4a6a2c"],
  ["#d79a86", "#8a3d28"],
  ["#b9a3cf", "#5b4180"],
  ["#cfc7b8", "#6a6152"],
] as const;
const HEADS = [
  "M9 11h14a3 3 0 0 1 3 3v10a4 4 0 0 1-4 4H10a4 4 0 0 1-4-4V14a3 3 0 0 1 3-3Z",
  "M16 10c7 0 10 4 10 10s-4 8-10 8-10-2-10-8 3-10 10-10Z",
  "M8 12 11 10h10l3 2 2 12-4 4H10l-4-4Z",
];
/** A conductor's cap, a bowler, an aerial, a chimney. */
const HATS = [
  "M7 11q9-6 18 0l1 2H6ZM10 7h12l1 3H9Z",
  "M9 11a7 6.5 0 0 1 14 0ZM6 11h20v1.6H6Z",
  "M15.3 10V5h1.4v5ZM16 2.2a2 2 0 1 1 0 4 2 2 0 0 1 0-4Z",
  "M12 10V6h-1.6V3.6h11.2V6H20v4Z",
];
const EYES = [
  "M12 16.2a1.9 1.9 0 1 1 0 3.8 1.9 1.9 0 0 1 0-3.8ZM20 16.2a1.9 1.9 0 1 1 0 3.8 1.9 1.9 0 0 1 0-3.8Z",
  "M10 17h4v2.6h-4zM18 17h4v2.6h-4z",
  "M9.8 19.4a2.3 2.6 0 0 1 4.6 0ZM17.6 19.4a2.3 2.6 0 0 1 4.6 0Z",
];
const MOUTHS = ["M11.5 23.5q4.5 3 9 0", "M12 24h8", "M12 23.2q2 2 4 0t4 0"];

/** The same for the same name, on every device. */
export function faceOf(name: string): Face {
  let sum = 2166136261;
  for (const char of name) sum = Math.imul(sum ^ char.codePointAt(0)!, 16777619) >>> 0;
  const pick = <T>(from: readonly T[]): T => {
    const found = from[sum % from.length]!;
    sum = Math.floor(sum / from.length);
    return found;
  };
  const [fill, deep] = pick(PAINTS);
  return { fill, deep, head: pick(HEADS), hat: pick(HATS), eyes: pick(EYES), mouth: pick(MOUTHS) };
}
