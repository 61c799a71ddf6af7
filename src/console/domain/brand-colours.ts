/** Red, green and blue, from 0 to 255. */
type Colour = readonly [red: number, green: number, blue: number];

/** The colours of one theme that depend on the brand's, by the names of the console's tokens. */
export type BrandColours = Readonly<Record<BrandToken, string>>;

type BrandToken = 'accent' | 'accent-hover' | 'accent-soft' | 'selected' | 'chart-line';

/** The backgrounds of a theme, and the direction in which an accent is moved until it is readable on them. */
interface Theme {
  /** The backgrounds in console/src/styles/tokens.css. Soft backgrounds are mixed with the second one. */
  readonly grounds: readonly [string, string, string, string];
  readonly towards: Colour;
  readonly softness: number;
}

/** The contrast of text with its background by WCAG 2.2, 1.4.3. */
const READABLE = 4.5;
const STEPS = 50;

/** The themes of the console, with their backgrounds. */
export const BRAND_THEMES = {
  light: {
    grounds: ['#fafbfb', '#ffffff', '#f2f5f4', '#edf1f0'],
    towards: [0, 0, 0],
    softness: 0.11,
  },
  dark: {
    grounds: ['#0e1312', '#141a19', '#0a0e0d', '#1d2524'],
    towards: [255, 255, 255],
    softness: 0.1,
  },
} as const satisfies Readonly<Record<string, Theme>>;

/**
 * The accent of a theme: the readable colour nearest to a brand's colour (`#rrggbb`) on every background, darker in the
 * light theme, lighter in the dark one.
 */
export function brandColours(colour: string, { grounds, towards, softness }: Theme): BrandColours {
  const given = colourOf(colour);
  for (let step = 0; ; step += 1) {
    const accent = mixed(given, towards, step / STEPS);
    const soft = mixed(colourOf(grounds[1]), accent, softness);
    const isReadable = [...grounds.map(colourOf), soft].every(
      (ground) => contrastOf(accent, ground) >= READABLE,
    );
    if (!isReadable && step < STEPS) continue;
    return {
      accent: textOf(accent),
      'accent-hover': textOf(mixed(accent, towards, 0.18)),
      'accent-soft': textOf(soft),
      selected: textOf(soft),
      'chart-line': textOf(accent),
    };
  }
}

/** The contrast of two colours (`#rrggbb`) by WCAG 2.2, from 1 to 21. */
export function contrast(one: string, other: string): number {
  return contrastOf(colourOf(one), colourOf(other));
}

function contrastOf(one: Colour, other: Colour): number {
  const [light = 1, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour
    .map((part) => part / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function mixed(one: Colour, other: Colour, share: number): Colour {
  const part = (at: 0 | 1 | 2) => Math.round(one[at] + (other[at] - one[at]) * share);
  return [part(0), part(1), part(2)];
}

function colourOf(text: string): Colour {
  const part = (from: number) => Number.parseInt(text.slice(from, from + 2), 16);
  return [part(1), part(3), part(5)];
}

function textOf(colour: Colour): string {
  return `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
