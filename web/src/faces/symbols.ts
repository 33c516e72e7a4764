// NATO map symbols in a box of 30 by 20: strokes, and shapes that are filled.

export interface Symbol {
  lines?: string;
  filled?: string;
  text?: string;
}

const CROSS = "M0 0L30 20M30 0L0 20";
const OVAL = "M8 5.5H22A4.5 4.5 0 0 1 22 14.5H8A4.5 4.5 0 0 1 8 5.5Z";
const WING = "M9 17Q12 13 15 17Q18 13 21 17";

export const SYMBOLS: Record<string, Symbol> = {
  infantry: { lines: CROSS },
  motorized: { lines: `${CROSS}M15 0V20` },
  mechanized: { lines: `${CROSS}${OVAL}` },
  armor: { lines: OVAL },
  recon: { lines: "M0 20L30 0" },
  cavalry: { lines: "M0 20L30 0" },
  artillery: { filled: "M15 6.4A3.6 3.6 0 1 1 14.99 6.4Z" },
  rocket: { filled: "M15 9A3 3 0 1 1 14.99 9Z", lines: "M11 8L15 3L19 8M11 11L15 6L19 11" },
  mortar: { lines: "M15 4V14M12 7L15 3.6L18 7M12.4 15.8A2.6 2.6 0 1 0 17.6 15.8A2.6 2.6 0 1 0 12.4 15.8" },
  antitank: { lines: "M0 20L15 0L30 20" },
  antiair: { lines: "M3 20Q3 5 15 5Q27 5 27 20" },
  engineer: { lines: "M8 14V7H22V14M15 7V14" },
  airborne: { lines: `${CROSS}${WING}` },
  glider: { lines: `${CROSS}M7 17H23` },
  mountain: { lines: CROSS, filled: "M11 20L15 13L19 20Z" },
  hq: { lines: "M0 7H30" },
  supply: { lines: "M0 14H30" },
  militia: { lines: CROSS, filled: "M15 0L18 4L15 8L12 4Z" },
  police: { text: "P" },
  signal: { lines: "M0 0L17 12L13 8L30 20" },
  medical: { lines: "M15 0V20M0 10H30" },
  naval: { lines: "M15 3V17M9 12Q10 17 15 17Q20 17 21 12M11 6H19" },
  air: { filled: "M15 10Q9 4 5 7.5Q3 10 5 12.5Q9 16 15 10Q21 4 25 7.5Q27 10 25 12.5Q21 16 15 10Z" },
  fighter: { filled: "M15 3L16.6 8.5L26 11V13L16.6 12L16 16L18.5 17.5V18.5H11.5V17.5L14 16L13.4 12L4 13V11L13.4 8.5Z" },
  bomber: {
    filled: "M15 2L16.8 7L28 9.5V12L16.8 11.2L16.2 15.6L20.5 17.2V18.6H9.5V17.2L13.8 15.6L13.2 11.2L2 12V9.5L13.2 7Z",
  },
  transport: { filled: "M15 2.5L17 7.5L28 10V12L17 11.6L16.4 15.6L20 17V18.2H10V17L13.6 15.6L13 11.6L2 12V10L13 7.5Z" },
  fortress: { lines: "M4 17V8H8V4H12V8H18V4H22V8H26V17Z" },
};
