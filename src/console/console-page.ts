import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Injectable } from '@nestjs/common';
import { escaped } from '../shared/http/page-shell.js';
import { Settings } from '../shared/settings.js';
import { CONSOLE_FOLDER } from './console-files.js';
import { BRAND_THEMES, brandColours } from './domain/brand-colours.js';

/** The tag of the built page that receives the settings. */
const SETTINGS_TAG = '<meta name="livery-console" content="{}" />';

/** The name that the built page shows until its scripts have loaded. */
const NAME_ELEMENT = '<p>Livery</p>';

const DEFAULT_ICON = '<link rel="icon" type="image/svg+xml" href="/console/icon.svg" />';

/** The parts of the console that depend on settings: its page and the colours and logo of the brand. */
@Injectable()
export class ConsolePage {
  private built: string | null = null;

  constructor(private readonly settings: Settings) {}

  /** The page, rendered on first use. */
  html(): string {
    this.built ??= this.build();
    return this.built;
  }

  /** A style sheet that replaces tokens of both themes with the brand's colours; null if the brand has no colour. */
  colours(): string | null {
    const { colour } = this.settings.consoleBrand;
    if (colour === null) return null;
    const rule = (selector: string, theme: keyof typeof BRAND_THEMES) => {
      const tokens = Object.entries(brandColours(colour, BRAND_THEMES[theme]));
      return `${selector}{${tokens.map(([name, value]) => `--${name}:${value}`).join(';')}}\n`;
    };
    return `${rule(':root', 'light')}${rule(":root[data-theme='dark']", 'dark')}`;
  }

  private build(): string {
    const { consoleFrameOrigins: frameOrigins, consoleBrand } = this.settings;
    const { name } = consoleBrand;
    const logo = this.logoAddress();
    const colours = this.colours();
    const facts = escaped(JSON.stringify({ frameOrigins, name, logo }));
    const html = readFileSync(`${CONSOLE_FOLDER}/index.html`, 'utf8')
      .replace(SETTINGS_TAG, () => `<meta name="livery-console" content="${facts}" />`)
      .replace(NAME_ELEMENT, () => `<p>${escaped(name ?? 'Livery')}</p>`)
      .replace('<title>Livery</title>', () => `<title>${escaped(name ?? 'Livery')}</title>`);
    const address = `/console/brand/${digestOf(colours ?? '')}/colours.css`;
    const style = colours === null ? '' : `  <link rel="stylesheet" href="${address}" />\n  `;
    const icon = logo === null ? DEFAULT_ICON : `<link rel="icon" href="${escaped(logo)}" />`;
    return html.replace('</head>', `${style}</head>`).replace(DEFAULT_ICON, () => icon);
  }

  private logoAddress(): string | null {
    const { logo } = this.settings.consoleBrand;
    if (logo === null) return null;
    return 'address' in logo ? logo.address : `/console/brand/${digestOf(logo.content)}/logo`;
  }
}

/** A digest for the address of a file, which must change with its content because browsers cache it for ever. */
function digestOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 12);
}
