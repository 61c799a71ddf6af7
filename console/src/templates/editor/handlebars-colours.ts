import {
  Decoration,
  type DecorationSet,
  MatchDecorator,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';

/** The parts of an expression: strings, starts and ends of blocks, numbers, keywords, paths, braces. */
const PART =
  /("[^"]*"|'[^']*')|([#/^>~@]+[\w.$-]*|\b(?:else|as|this|true|false|null|log|lookup)\b)|(\b\d+(?:\.\d+)?\b)|([\w$][\w.$/-]*)|([{}()|=]+)/g;
const CLASSES = ['hbs-text', 'hbs-word', 'hbs-number', 'hbs-path', 'hbs-brace'];
const marks = new Map([...CLASSES, 'hbs-comment'].map((name) => [name, Decoration.mark({ class: name })]));

const matcher = new MatchDecorator({
  regexp: /\{\{!--[\s\S]*?--\}\}|\{\{![^}]*\}\}|\{\{\{?[^{}]*\}?\}\}/g,
  decorate: (add, from, _to, [written]) => {
    const comment = marks.get('hbs-comment');
    if (written.startsWith('{{!') && comment !== undefined) return add(from, from + written.length, comment);
    for (const part of written.matchAll(PART)) {
      const place = part.slice(1).findIndex((group) => group !== undefined);
      const mark = marks.get(CLASSES[place] ?? '');
      if (mark !== undefined) add(from + part.index, from + part.index + part[0].length, mark);
    }
  },
});

/** Colours handlebars in texts and attributes, on top of the colours of the markup. */
export const handlebarsColours = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = matcher.createDeco(view);
    }
    update(update: ViewUpdate): void {
      this.decorations = matcher.updateDeco(update, this.decorations);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);
