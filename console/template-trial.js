/** @import { CodeField } from './code-field.js' */
/** @import { EmailKind, RenderReport, Surroundings } from './types.d.ts' */
import { actionForm } from './controls.js';
import { element, fill } from './dom.js';
import { field, select } from './fields.js';
import { previewOf } from './preview.js';
import { variableList } from './variable-list.js';
import { languages } from './words.js';

/**
 * Renders the content of an editor with the sample data of an email, and lists the variables of that email.
 *
 * @param {Surroundings} surroundings
 * @param {readonly EmailKind[]} kinds
 * @param {CodeField} source
 * @param {(sample: object) => Promise<RenderReport>} render
 * @param {(act: () => Promise<void>) => Promise<void>} withRemarks around whatever renders
 * @returns {{ element: HTMLElement, run: () => Promise<void> }} `run()` shows the email
 */
export function templateTrial(surroundings, kinds, source, render, withRemarks) {
  const choices = kinds.map(({ kind }) => /** @type {const} */ ([kind, kind]));
  const kind = select('kind', [...choices, ['', 'no email']], choices[0]?.[0] ?? '');
  const language = select('language', languages, 'en');
  const result = element('div', { class: 'render' });
  const variables = element('div');
  const showVariables = () => {
    const chosen = kinds.find((one) => one.kind === kind.value);
    fill(variables, chosen !== undefined && variableList(chosen, source));
  };
  kind.addEventListener('change', showVariables);
  showVariables();
  const show = async () => {
    const report = await render(kind.value === '' ? {} : { kind: kind.value, language: language.value });
    fill(result, summaryOf(report), previewOf(report.html));
  };
  const tryOut = () =>
    withRemarks(async () => {
      await show();
      result.scrollIntoView({ block: 'nearest' });
      surroundings.notices.tell('Rendered.');
    });
  const trial = element(
    'section',
    { 'aria-labelledby': 'render-heading' },
    element('h2', { id: 'render-heading' }, 'Test render'),
    actionForm(
      surroundings,
      { class: 'row-form', 'aria-label': 'Test render' },
      tryOut,
      field('Sample data of', kind),
      field('In', language),
      element('button', {}, 'Render'),
    ),
    result,
    variables,
  );
  return { element: trial, run: () => withRemarks(show) };
}

/** @param {RenderReport} report */
function summaryOf({ bytes, variables: { missing, unknown } }) {
  const size = `${Math.ceil(bytes / 1024)} KiB of HTML`;
  const absent = missing.length > 0 && `without a value: ${missing.join(', ')}`;
  const foreign = unknown.length > 0 && `not known to this email: ${unknown.join(', ')}`;
  return element('p', { class: 'dim' }, [size, absent, foreign].filter(Boolean).join('; '), '.');
}
