import type { Schema } from '../api/client';
import { emailKinds } from '../api/generated/names';

/** The editable parts of a template. */
export interface Source {
  readonly name: string | null;
  readonly type: Schema<'EmailTemplate'>['type'];
  readonly parser: Schema<'EmailTemplate'>['parser'];
  readonly data: string;
  readonly inlineStyles: boolean;
}

/** The languages and kinds of previews. */
export interface Variant {
  readonly kind: (typeof emailKinds)[number];
  readonly language: 'sv' | 'en';
}

export const VARIANTS: readonly Variant[] = emailKinds.flatMap((kind) => [
  { kind, language: 'en' },
  { kind, language: 'sv' },
]);

export function sourceOf(from: Schema<'EmailTemplate'> | Schema<'EmailTemplateDraft'>): Source {
  const { name, type, parser, data, inlineStyles } = from;
  return { name, type, parser, data, inlineStyles };
}

export function isSame(one: Source, other: Source): boolean {
  return (
    one.name === other.name &&
    one.type === other.type &&
    one.parser === other.parser &&
    one.data === other.data &&
    one.inlineStyles === other.inlineStyles
  );
}

/** A file for export, named after the template. */
export function fileNameOf({ name, type }: Pick<Source, 'name' | 'type'>): string {
  const plain = (name ?? 'template')
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-');
  return `${plain.replaceAll(/^-|-$/g, '') || 'template'}.${type}`;
}

/** The type of a file's text, by its extension, or else its root. */
export function typeOfFile(fileName: string, text: string): Source['type'] {
  if (/\.mjml$/i.test(fileName)) return 'mjml';
  return /^\s*<mjml\b/.test(text) ? 'mjml' : 'html';
}

/** Lets the browser save a text as a file. */
export function download(fileName: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
