/** @import { EmailTemplate, RenderReport, Surroundings } from './types.d.ts' */
import { apiDocument, valuesOf } from './api-document.js';
import { Refusal } from './api.js';
import { CodeField } from './code-field.js';
import { actionForm } from './controls.js';
import { element, fill } from './dom.js';
import { checkbox, field, input, select } from './fields.js';
import { addressOf } from './place.js';
import { remarkList } from './remarks.js';
import { STARTER_TEMPLATE } from './starter-template.js';
import { templateTrial } from './template-trial.js';
import { templateUsage } from './template-usage.js';
import { unsaved } from './unsaved.js';
import { versionsOf } from './versions.js';
import { templateName } from './words.js';

const PATH = '/partner/emailTemplate';

/**
 * One template, to be changed and tried out, or a new one.
 *
 * @param {Surroundings} surroundings
 */
export async function templateView(surroundings) {
  const { api, notices, id } = surroundings;
  const isNew = id === 'new';
  const path = isNew ? PATH : `${PATH}/${encodeURIComponent(id ?? '')}`;
  const [{ body: template, tag }, { body: kinds }, document] = await Promise.all([
    isNew ? { body: STARTER_TEMPLATE, tag: null } : api.call('GET', path),
    api.call('GET', '/partner/emailKind'),
    apiDocument(api),
  ]);
  let ifMatch = tag;
  const form = editor(template, document);
  const { source } = form;
  const remarks = element('div', { class: 'remarks' });
  const title = element('h1', { tabindex: '-1' }, isNew ? 'New template' : templateName(template));
  const settle = (/** @type {EmailTemplate} */ stored, /** @type {string | null} */ storedTag) => {
    ifMatch = storedTag;
    title.textContent = templateName(stored);
    unsaved.settle();
  };

  /** Shows the errors of the template at their places; throws any other error. */
  const withRemarks = async (/** @type {() => Promise<void>} */ act) => {
    fill(remarks);
    try {
      await act();
    } catch (error) {
      const found = error instanceof Refusal ? (error.problem.errors ?? []) : [];
      if (!found.some(({ line }) => line !== undefined)) throw error;
      fill(remarks, remarkList('Errors', 'bad', found, source));
      remarks.scrollIntoView({ block: 'nearest' });
      notices.complain('The template does not compile. See the errors below the source.');
    }
  };
  const save = () =>
    withRemarks(async () => {
      const { body, tag } = await api.call(isNew ? 'POST' : 'PUT', path, { body: form.read(), ifMatch });
      settle(body, tag);
      if (isNew) {
        notices.tellAfterMove('The template has been created. Assign it to the emails that should use it.');
        location.replace(addressOf('templates', body.id));
      } else {
        await versions?.load();
        notices.tell('Saved.');
      }
    });
  const render = async (/** @type {object} */ sample) => {
    const { type, parser, data, inlineStyles } = form.read();
    /** @type {{ body: RenderReport }} */
    const { body } = await api.call('POST', `${PATH}/validate`, {
      body: { type, parser, data, inlineStyles, ...sample },
    });
    fill(remarks, body.warnings.length > 0 && remarkList('Warnings', '', body.warnings, source));
    return body;
  };
  const trial = templateTrial(surroundings, kinds, source, render, withRemarks);
  const restored = (/** @type {EmailTemplate} */ stored, /** @type {string | null} */ storedTag) => {
    form.show(stored);
    fill(remarks);
    settle(stored, storedTag);
  };
  const versions = isNew ? null : versionsOf(surroundings, path, () => ifMatch, restored);
  const editing = actionForm(
    surroundings,
    { class: 'editor', 'aria-label': 'Template' },
    save,
    ...form.elements,
    element('div', { class: 'actions' }, element('button', { class: 'primary' }, isNew ? 'Create' : 'Save')),
    remarks,
  );
  unsaved.watch(editing);
  const [usage] = await Promise.all([
    isNew ? null : templateUsage(surroundings, template.id),
    versions?.load(),
    trial.run(),
  ]);
  return [
    element('p', { class: 'back' }, element('a', { href: addressOf('templates') }, 'All templates')),
    element('div', { class: 'heading' }, title),
    ...(usage === null ? [] : [usage]),
    element('div', { class: 'columns' }, editing, trial.element),
    ...(versions === null ? [] : [versions.element]),
  ];
}

/**
 * The fields of a template. `source` is its text.
 *
 * @param {typeof STARTER_TEMPLATE} template
 * @param {any} document of the API
 */
function editor(template, document) {
  const choices = (/** @type {string} */ member) =>
    valuesOf(document, 'EmailTemplate', member).map((value) => /** @type {const} */ ([value, value]));
  const name = input('name', 'text', template.name ?? '', { maxlength: '255' });
  const type = select('type', choices('type'), template.type);
  const parser = select('parser', [...choices('parser'), ['', 'none']], template.parser ?? '');
  const inlineStyles = checkbox('inlineStyles', template.inlineStyles);
  const source = new CodeField('Source', 'data', template.data);
  return {
    source,
    elements: [
      element(
        'div',
        { class: 'row-form' },
        field('Name', name),
        field('Type', type),
        field('Parser', parser),
        field('Inline styles', inlineStyles, { hint: 'Only HTML templates can turn it off.' }),
      ),
      source.element,
    ],
    read: () => ({
      name: name.value === '' ? null : name.value,
      type: type.value,
      parser: parser.value === '' ? null : parser.value,
      data: source.text,
      inlineStyles: inlineStyles.checked,
    }),
    show: (/** @type {EmailTemplate} */ stored) => {
      name.value = stored.name ?? '';
      type.value = stored.type;
      parser.value = stored.parser ?? '';
      source.text = stored.data;
      inlineStyles.checked = stored.inlineStyles;
    },
  };
}
