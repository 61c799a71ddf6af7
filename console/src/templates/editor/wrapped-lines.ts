import { RangeSetBuilder } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';

/** The deepest indentation of continued lines. */
const DEEPEST = 16;
const GOES_ON = 2;
const classes = Array.from({ length: DEEPEST + 1 }, (_, depth) =>
  Decoration.line({ attributes: { class: `cm-wrapped-${depth}` } }),
);

/** Styles for the theme: the continuation of a wrapped line is indented a little further than its start. */
export const wrappedLineStyles = Object.fromEntries(
  classes.map((_, depth) => {
    const indent = depth * 2 + GOES_ON;
    return [
      `.cm-line.cm-wrapped-${depth}`,
      { textIndent: `-${indent}ch`, paddingLeft: `calc(${indent}ch + 4px)` },
    ];
  }),
);

/** Indents the continuations of wrapped lines like their start. */
export const wrappedLines = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = decorate(view);
    }
    update({ docChanged, viewportChanged, view }: ViewUpdate): void {
      if (docChanged || viewportChanged) this.decorations = decorate(view);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

function decorate(view: EditorView): DecorationSet {
  const found = new RangeSetBuilder<Decoration>();
  for (const { from, to } of view.visibleRanges) {
    for (let place = from; place <= to;) {
      const line = view.state.doc.lineAt(place);
      const blanks = line.text.length - line.text.trimStart().length;
      const mark = classes[Math.min(DEEPEST, Math.floor(blanks / 2))];
      if (mark !== undefined) found.add(line.from, line.from, mark);
      place = line.to + 1;
    }
  }
  return found.finish();
}
