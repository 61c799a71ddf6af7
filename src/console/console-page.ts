import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Injectable } from '@nestjs/common';
import { escaped } from '../shared/http/page-shell.js';
import { Settings } from '../shared/settings.js';
import { CONSOLE_FOLDER } from './console-files.js';
import { BRAND_THEMES, brandColours } from './domain/brand-colours.js';

/** The place of the built page for what the settings say. */
const OWN_FACTS = '<meta name="livery-console" content="{}" />';

/** The place of the name in what the built page shows until its scripts are there. */
const OWN_NAME = '<p>Livery</p>';

const OWN_ICON = '<link rel="icon" type="image/svg+xml" href="/console/icon.svg" />';

/** What depends on the operator's settings in the console: its page, the colours and the logo of the brand. */
@Injectable()
export class ConsolePage {
  private built: string | null = null;

  constructor(private readonly settings: Settings) {}

  /** The page, made on first use. */
  html(): string {
    this.built ??= this.build();
    return this.built;
  }

  /** The tokens of both themes that the brand's colour replaces; null where there is none. */
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
      .replace(OWN_FACTS, () => `<meta name="livery-console" content="${facts}" />`)
      .replace(OWN_NAME, () => `<p>${escaped(name ?? 'Livery')}</p>`)
      .replace('<title>Livery</title>', () => `<title>${escaped(name ?? 'Livery')}</title>`);
    const address = `/console/brand/${digestOf(colours ?? '')}/colours.css`;
    const style = colours === null ? '' : `  <link rel="stylesheet" href="${address}" />\n  `;
    const icon = logo === null ? OWN_ICON : `<link rel="icon" href="${escaped(logo)}" />`;
    return html.replace('</head>', `${style}</head>`).replace(OWN_ICON, () => icon);
  }

  private logoAddress(): string | null {
    const { logo } = this.settings.consoleBrand;
    if (logo === null) return null;
    return 'address' in logo ? logo.address : `/console/brand/${digestOf(logo.content)}/logo`;
  }
}

/** Browsers keep such files for good, so their addresses change with their content. */
function digestOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 12);
}
