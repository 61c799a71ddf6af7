import { lexer } from 'css-tree';

declare module 'css-tree' {
  interface Lexer {
    /** By name. Missing in the library's types. */
    readonly properties: Readonly<Record<string, unknown>>;
  }
}

/** The names of CSS properties without prefixes such as `-webkit-`, from css-tree, whose source is MDN. */
export const cssProperties: ReadonlySet<string> = new Set([
  ...Object.keys(lexer.properties).map((name) => name.replace(/^-[a-z]+-/, '')),
  // From drafts, and for printing.
  'border-shape',
  'page-orientation',
]);

/** Properties that nearly every email uses. Misspelt names are compared with these first. */
export const commonProperties: readonly string[] = `
  background background-color background-image background-position background-repeat background-size border
  border-bottom border-collapse border-color border-left border-radius border-right border-spacing border-style
  border-top border-width box-sizing clear color cursor direction display float font font-family font-size
  font-style font-weight height letter-spacing line-height list-style list-style-type margin margin-bottom
  margin-left margin-right margin-top max-height max-width min-height min-width opacity outline overflow padding
  padding-bottom padding-left padding-right padding-top position table-layout text-align text-decoration
  text-indent text-overflow text-shadow text-size-adjust text-transform vertical-align visibility white-space
  width word-break word-spacing word-wrap
`
  .trim()
  .split(/\s+/);
