import { element } from './dom.js';
import { field } from './fields.js';

/** A text field for a template, with the numbers of its lines beside it. */
export class CodeField {
  /**
   * @param {string} label
   * @param {string} name
   * @param {string} text
   */
  constructor(label, name, text) {
    this.numbers = element('div', { class: 'line-numbers', 'aria-hidden': 'true' });
    this.control = element('textarea', {
      name,
      class: 'code',
      rows: '24',
      wrap: 'off',
      required: true,
      spellcheck: 'false',
      autocapitalize: 'off',
      autocomplete: 'off',
      input: () => this.count(),
      scroll: () => void (this.numbers.scrollTop = this.control.scrollTop),
    });
    const box = element('div', { class: 'code-field' }, this.numbers, this.control);
    this.element = field(label, this.control, { box });
    this.text = text;
  }

  get text() {
    return this.control.value;
  }

  set text(text) {
    this.control.value = text;
    this.count();
  }

  /**
   * Selects a line and brings it into view.
   *
   * @param {number} line from 1
   */
  goTo(line) {
    const lines = this.text.split('\n');
    const start = lines.slice(0, line - 1).reduce((length, before) => length + before.length + 1, 0);
    this.control.focus();
    this.control.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
    const lineHeight = this.control.scrollHeight / Math.max(lines.length, 1);
    this.control.scrollTop = Math.max(0, (line - 4) * lineHeight);
  }

  /**
   * Inserts a text at the cursor, in place of the selection.
   *
   * @param {string} text
   */
  insert(text) {
    this.control.focus();
    this.control.setRangeText(text, this.control.selectionStart, this.control.selectionEnd, 'end');
    this.control.dispatchEvent(new Event('input', { bubbles: true }));
  }

  count() {
    const lines = this.text.split('\n').length;
    this.numbers.textContent = Array.from({ length: lines }, (_, index) => index + 1).join('\n');
  }
}
