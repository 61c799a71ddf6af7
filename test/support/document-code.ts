import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** The code block of a document that contains this text. */
export async function codeBlock(document: string, text: string): Promise<string> {
  const blocks = (await codeBlocks(document)).filter(({ code }) => code.includes(text));
  if (blocks.length !== 1) throw new Error(`${blocks.length} blocks of ${document} hold “${text}”.`);
  return blocks[0]!.code;
}

/** Every code block of a document such as `docs/delivery.md`, with its language. */
export async function codeBlocks(document: string): Promise<{ language: string; code: string }[]> {
  const text = await readFile(fileURLToPath(new URL(`../../${document}`, import.meta.url)), 'utf8');
  return [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language = '', code = '']) => ({
    language,
    code,
  }));
}
