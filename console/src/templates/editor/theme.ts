import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { wrappedLineStyles } from './wrapped-lines';

/** The editor in the console's colours, which follow the theme. */
const look = EditorView.theme({
  '&': { height: '100%', backgroundColor: 'var(--surface)', color: 'var(--text)', fontSize: '12.5px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.55', fontFeatureSettings: '"calt" 0' },
  '.cm-content': { caretColor: 'var(--text)', padding: '8px 0 120px' },
  '.cm-line': { padding: '0 12px 0 4px' },
  ...wrappedLineStyles,
  '.cm-cursor': { borderLeftColor: 'var(--text)', borderLeftWidth: '1.5px' },
  '.cm-gutters': { backgroundColor: 'var(--surface)', color: 'var(--faint)', border: 'none' },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '32px', padding: '0 4px 0 8px' },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--hover) 55%, transparent)' },
  '.cm-activeLineGutter': { backgroundColor: 'transparent', color: 'var(--text)' },
  '.cm-foldGutter .cm-gutterElement': { color: 'var(--faint)', cursor: 'pointer' },
  '.cm-foldPlaceholder': {
    background: 'var(--sunken)',
    border: '1px solid var(--line)',
    color: 'var(--muted)',
  },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'color-mix(in srgb, var(--accent) 24%, transparent)',
  },
  // The page's own selection, over which the editor draws its own, has another text colour.
  '.cm-line::selection, .cm-line ::selection': { color: 'currentColor' },
  '.cm-selectionMatch': { backgroundColor: 'color-mix(in srgb, var(--accent) 16%, transparent)' },
  '&.cm-focused .cm-matchingBracket, .cm-matchingBracket': {
    backgroundColor: 'var(--selected)',
    outline: '1px solid var(--accent)',
  },
  '.cm-searchMatch': { backgroundColor: 'var(--wait-soft)', outline: '1px solid var(--wait)' },
  '.cm-searchMatch-selected': { backgroundColor: 'var(--selected)' },
  '.cm-panels': { backgroundColor: 'var(--canvas)', color: 'var(--text)', fontFamily: 'var(--sans)' },
  '.cm-panels-top': { borderBottom: '1px solid var(--line)' },
  '.cm-panels-bottom': { borderTop: '1px solid var(--line)' },
  '.cm-textfield': {
    background: 'var(--surface)',
    border: '1px solid var(--line-strong)',
    borderRadius: '6px',
    padding: '3px 8px',
    fontSize: '13px',
    color: 'var(--text)',
  },
  '.cm-button': {
    background: 'var(--surface)',
    border: '1px solid var(--line-strong)',
    borderRadius: '6px',
    padding: '3px 10px',
    fontSize: '12px',
    color: 'var(--text)',
  },
  '.cm-tooltip': {
    background: 'var(--surface)',
    border: 'none',
    borderRadius: '8px',
    boxShadow: 'var(--shadow)',
    color: 'var(--text)',
    fontFamily: 'var(--sans)',
    fontSize: '13px',
    overflow: 'hidden',
  },
  // The description of a completion is beside the list.
  '.cm-tooltip.cm-tooltip-autocomplete': { overflow: 'visible' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--mono)', maxHeight: '260px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '4px 10px', lineHeight: '1.4' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { background: 'var(--selected)', color: 'var(--text)' },
  '.cm-completionDetail': { color: 'var(--muted)', fontStyle: 'normal', marginLeft: '12px' },
  '.cm-completionMatchedText': { textDecoration: 'none', color: 'var(--accent)', fontWeight: '650' },
  '.cm-completionInfo': { maxWidth: '320px', padding: '10px 12px', lineHeight: '1.45', overflow: 'visible' },
  '.cm-tooltip-lint': { maxWidth: '440px' },
  '.cm-diagnostic': { padding: '8px 12px', borderLeft: '3px solid transparent', lineHeight: '1.45' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--bad)' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--wait)' },
  '.cm-diagnosticAction': {
    background: 'var(--accent)',
    color: 'var(--on-accent)',
    borderRadius: '6px',
    padding: '3px 10px',
    margin: '6px 6px 0 0',
    font: '530 12px var(--sans)',
    cursor: 'pointer',
  },
  '.cm-lintRange': { backgroundImage: 'none', padding: '0' },
  '.cm-lintRange-error': { textDecoration: 'underline wavy var(--bad) 1.2px', textUnderlineOffset: '3px' },
  '.cm-lintRange-warning': { textDecoration: 'underline wavy var(--wait) 1.2px', textUnderlineOffset: '3px' },
  '.cm-lint-marker': { width: '0.7em', height: '0.7em', content: 'none', borderRadius: '50%' },
  '.cm-lint-marker-error': { background: 'var(--bad)' },
  '.cm-lint-marker-warning': { background: 'var(--wait)' },
  '.cm-gutter-lint': { width: '12px' },
  '.cm-gutter-lint .cm-gutterElement': { padding: '0.3em 2px' },
  '.hbs-brace': { color: 'var(--accent)' },
  '.hbs-path': { color: 'var(--accent)', fontWeight: '560' },
  '.hbs-word': { color: 'var(--code-key)', fontWeight: '560' },
  '.hbs-text': { color: 'var(--code-text)' },
  '.hbs-number': { color: 'var(--code-number)' },
  '.hbs-comment': { color: 'var(--faint)', fontStyle: 'italic' },
  '.cm-changedLine': { backgroundColor: 'color-mix(in srgb, var(--good) 14%, transparent) !important' },
  '&.cm-merge-a .cm-changedLine, .cm-deletedChunk': {
    backgroundColor: 'color-mix(in srgb, var(--bad) 12%, transparent) !important',
  },
  '.cm-changedText': { background: 'color-mix(in srgb, var(--good) 26%, transparent) !important' },
  '&.cm-merge-a .cm-changedText, .cm-deletedText': {
    background: 'color-mix(in srgb, var(--bad) 24%, transparent) !important',
  },
  '.cm-collapsedLines:before, .cm-collapsedLines:after': { content: '"⋯" !important' },
  '.cm-collapsedLines': {
    background: 'var(--sunken)',
    color: 'var(--muted)',
    fontFamily: 'var(--sans)',
    fontSize: '12px',
  },
});

const colours = HighlightStyle.define([
  { tag: [tags.tagName, tags.propertyName], color: 'var(--code-key)' },
  { tag: tags.attributeName, color: 'var(--muted)' },
  { tag: [tags.attributeValue, tags.string], color: 'var(--code-text)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom, tags.unit], color: 'var(--code-number)' },
  { tag: [tags.angleBracket, tags.punctuation, tags.separator], color: 'var(--faint)' },
  { tag: [tags.comment, tags.meta], color: 'var(--faint)', fontStyle: 'italic' },
  { tag: tags.keyword, color: 'var(--code-key)' },
]);

export const theme: Extension = [look, syntaxHighlighting(colours)];
