/** @import { Surroundings } from './types.d.ts' */
import { Refusal } from './api.js';
import { actionForm } from './controls.js';
import { element, fill, textBlock } from './dom.js';
import { clearFaults, showFaults } from './faults.js';
import { field, lines } from './fields.js';
import { jsonIn, laidOut } from './json-text.js';

const SAMPLE = {
  id: '5f3a1c9e7b2d4c0012ab34cd',
  status: 'accepted',
  companyId: 1,
  data: { name: 'Offer 1042' },
};

/**
 * What a subscription would make of a document; nothing is stored or sent.
 *
 * @param {Surroundings} surroundings
 * @param {HTMLFormElement} editor where type, include paths and conditions stand
 * @param {() => object} filter what it says of them
 */
export function previewSection({ api, notices }, editor, filter) {
  const document = lines('document', laidOut(SAMPLE));
  const result = element('div', { class: 'render' });
  const preview = async () => {
    fill(result);
    clearFaults(editor);
    const body = { ...filter(), document: jsonIn(document) };
    const { body: answer } = await api.call('POST', '/partner/webhookSubscription/preview', { body });
    const unmet = answer.conditions.filter((/** @type {{ matches: boolean }} */ { matches }) => !matches);
    fill(
      result,
      element(
        'p',
        {},
        answer.matches ? 'It is sent:' : 'It would not be sent, because conditions are not met:',
      ),
      answer.matches
        ? textBlock('What would be sent', laidOut(answer.body))
        : textBlock('Conditions that are not met', laidOut(unmet)),
    );
    notices.tell('This is what would happen; nothing was sent.');
  };
  return element(
    'section',
    { 'aria-labelledby': 'preview-heading' },
    element('h2', { id: 'preview-heading' }, 'Preview'),
    actionForm(
      { notices },
      { class: 'editor', 'aria-label': 'Preview' },
      () => preview().catch((error) => refuse(editor, error)),
      field('Document, in JSON', document, { hint: 'Shows what would be sent with the form as it is now.' }),
      element('div', { class: 'actions' }, element('button', {}, 'Preview')),
    ),
    result,
  );
}

/**
 * Says what is wrong with the editor there, and leaves the rest to the form of the preview.
 *
 * @param {HTMLFormElement} editor
 * @param {unknown} error
 */
function refuse(editor, error) {
  if (!(error instanceof Refusal) || error.inputs.length === 0) throw error;
  const errors = showFaults(editor, error.inputs);
  if (errors.length > 0) throw new Refusal({ ...error.problem, errors });
}
