import { describe, expect, it } from "vitest";
import { layoutOf, turns } from "./layout";

const size = (text: string) => {
  const [width = 0, height = 0] = text.split("x").map(Number);
  return { width, height };
};
const EUROPE = size("1600x1066");

describe("the layout", () => {
  it.each([
    ["1920x1080", "wide"],
    ["1440x900", "wide"],
    ["3840x2160", "wide"],
    ["1366x768", "column"],
    ["1024x768", "column"],
    ["1024x1366", "column"],
    ["932x430", "low"],
    ["844x390", "low"],
    ["740x360", "low"],
    ["720x450", "low"], // 1440x900 at 200 %
    ["820x1180", "tall"],
    ["390x844", "tall"],
    ["320x568", "tall"],
    ["480x270", "tall"], // 1920x1080 at 400 %: too narrow for two columns
  ])("of a window of %s is %s", (window, layout) => {
    expect(layoutOf(size(window))).toBe(layout);
  });
});

describe("the board", () => {
  it.each(["390x844", "412x915", "360x740"])("is turned in a window of %s", (window) => {
    expect(turns(size(window), EUROPE)).toBe(true);
  });
  it.each(["360x640", "820x1180", "844x390", "1440x900"])("stays upright in a window of %s", (window) => {
    expect(turns(size(window), EUROPE)).toBe(false);
  });
  it("stays upright where it is upright itself", () => {
    expect(turns(size("390x844"), size("1066x1600"))).toBe(false);
  });
});
