import { type Source, typeOfFile } from './source';

/** The limit of the service. */
const MAX_BYTES = 256 * 1024;
let file: Source | null = null;

/** The file that was chosen last, on its way from the list to the studio. */
export const imported = {
  read: (): Source | null => file,

  /** @returns false if it is larger than a template may be */
  async take(chosen: File): Promise<boolean> {
    if (chosen.size > MAX_BYTES) return false;
    const data = await chosen.text();
    const name = chosen.name.replace(/\.\w+$/, '').slice(0, 255);
    file = { name, type: typeOfFile(chosen.name, data), parser: 'hbs', data, inlineStyles: true };
    return true;
  },
};
