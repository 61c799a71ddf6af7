import { readFileSync } from 'node:fs';
import { BRAND_THEMES, brandColours, contrast } from './brand-colours.js';

const TOKENS = readFileSync(new URL('../../../console/src/styles/tokens.css', import.meta.url), 'utf8');
const ON_GROUNDS = ['canvas', 'surface', 'sunken', 'hover'];

/** A token of the console's styles in one theme. */
function token(theme: 'light' | 'dark', name: string): string {
  const [, light = '', dark = ''] = TOKENS.split(/:root(?:\[data-theme='dark'\])? \{/);
  return new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(theme === 'light' ? light : dark)?.[1] ?? '';
}

describe.each(['light', 'dark'] as const)('Colours of a brand in the %s theme', (theme) => {
  it('use the backgrounds of the console’s styles', () => {
    expect(BRAND_THEMES[theme].grounds).toEqual(ON_GROUNDS.map((name) => token(theme, name)));
  });

  it.each(['#ffff00', '#000000', '#ffffff', '#e4002b', '#0057b8', '#7f7f7f', '#00ff88'])(
    'derived from %s are readable on every background',
    (colour) => {
      const { accent, 'accent-hover': hover, selected } = brandColours(colour, BRAND_THEMES[theme]);
      const pairs = [
        ...[...BRAND_THEMES[theme].grounds, selected].flatMap((ground) => [
          [accent, ground],
          [hover, ground],
        ]),
        [token(theme, 'on-accent'), accent],
        [token(theme, 'on-accent'), hover],
        [token(theme, 'text'), selected],
        [token(theme, 'muted'), selected],
      ];
      const tooFaint = pairs.filter(([one = '', other = '']) => contrast(one, other) < 4.5);
      expect(tooFaint).toEqual([]);
    },
  );

  it('keep a colour that is already readable', () => {
    const own = token(theme, 'accent');
    expect(brandColours(own, BRAND_THEMES[theme]).accent).toBe(own);
  });
});
