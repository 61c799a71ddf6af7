/** @import { EmailKind, EmailTemplate, Remark, RenderReport, Surroundings } from './types.d.ts' */
import { apiDocument, valuesOf } from './api-document.js';
import { Refusal } from './api.js';
import { CodeField } from './code-field.js';
import { actionForm } from './controls.js';
import { element, fill, heading } from './dom.js';
import { field, select } from './fields.js';
import { addressOf } from './place.js';
import { previewOf } from './preview.js';
import { versionsOf } from './versions.js';
import { counted, languages } from './words.js';

const PATH = '/partner/emailTemplate';

/** @type {Pick<EmailTemplate, 'name' | 'type' | 'parser' | 'data'>} */
const NEW_TEMPLATE = {
  name: null,
  type: 'mjml',
  parser: 'hbs',
  data: `<mjml>
  <mj-body>
    <mj-section>
      <mj-column>
        <mj-text>{{#if clientFirstName}}Hello {{clientFirstName}},{{else}}Hello,{{/if}}</mj-text>
        <mj-button href="{{link.href}}">{{link.text}}</mj-button>
      </mj-column>
    </mj-section>
  </mj-body>
</mjml>
`,
};

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
    isNew ? { body: NEW_TEMPLATE, tag: null } : api.call('GET', path),
    api.call('GET', '/partner/emailKind'),
    apiDocument(api),
  ]);
  let ifMatch = tag;

  const name = element('input', { name: 'name', maxlength: '255', autocomplete: 'off' });
  name.value = template.name ?? '';
  const type = select('type', choices(document, 'type'), template.type);
  const parser = select('parser', [...choices(document, 'parser'), ['', 'none']], template.parser ?? '');
  const source = new CodeField('Source', 'data', template.data);
  const remarks = element('div', { class: 'remarks' });
  const render = element('div', { class: 'render' });
  const show = (/** @type {EmailTemplate} */ restored, /** @type {string | null} */ restoredTag) => {
    ifMatch = restoredTag;
    name.value = restored.name ?? '';
    type.value = restored.type;
    parser.value = restored.parser ?? '';
    source.text = restored.data;
    fill(remarks);
  };
  const written = () => ({
    type: type.value,
    parser: parser.value === '' ? null : parser.value,
    data: source.text,
  });

  /** Shows what the service finds wrong with the template where it stands; throws whatever else is wrong. */
  const withRemarks = async (/** @type {() => Promise<void>} */ act) => {
    fill(remarks);
    try {
      await act();
    } catch (error) {
      const found = error instanceof Refusal ? (error.problem.errors ?? []) : [];
      if (!found.some(({ line }) => line !== undefined)) throw error;
      fill(remarks, remarkList('What is wrong', 'bad', found, source));
      remarks.scrollIntoView({ block: 'nearest' });
      notices.complain('It does not compile. What is wrong stands below the source.');
    }
  };
  const save = () =>
    withRemarks(async () => {
      const body = { name: name.value === '' ? null : name.value, ...written() };
      const answer = await api.call(isNew ? 'POST' : 'PUT', path, { body, ifMatch });
      ifMatch = answer.tag;
      if (isNew) location.replace(addressOf('templates', answer.body.id));
      else {
        await versions?.load();
        notices.tell('Saved.');
      }
    });
  const tryOut = (/** @type {string} */ kind, /** @type {string} */ language) =>
    withRemarks(async () => {
      const sample = kind === '' ? {} : { kind, language };
      /** @type {{ body: RenderReport }} */
      const { body } = await api.call('POST', `${PATH}/validate`, { body: { ...written(), ...sample } });
      fill(remarks, body.warnings.length > 0 && remarkList('It works, but', '', body.warnings, source));
      fill(render, summaryOf(body), previewOf(body.html));
      notices.tell('Rendered.');
    });

  const versions = isNew ? null : versionsOf(surroundings, path, () => ifMatch, show);
  await versions?.load();
  return [
    element('p', { class: 'back' }, element('a', { href: addressOf('templates') }, 'All templates')),
    heading(isNew ? 'New template' : (template.name ?? `Template ${template.id}`)),
    element(
      'div',
      { class: 'columns' },
      actionForm(
        surroundings,
        { class: 'editor', 'aria-label': 'Template' },
        save,
        element(
          'div',
          { class: 'row-form' },
          field('Name', name),
          field('Type', type),
          field('Parser', parser),
        ),
        source.element,
        element('div', { class: 'actions' }, element('button', { class: 'primary' }, 'Save')),
        remarks,
      ),
      element(
        'section',
        { 'aria-labelledby': 'render-heading' },
        element('h2', { id: 'render-heading' }, 'Test render'),
        trialForm(surroundings, kinds, tryOut),
        render,
      ),
    ),
    ...(versions === null ? [] : [versions.element]),
  ];
}

/**
 * @param {Surroundings} surroundings
 * @param {readonly EmailKind[]} kinds
 * @param {(kind: string, language: string) => Promise<void>} tryOut
 */
function trialForm(surroundings, kinds, tryOut) {
  const choices = kinds.map(({ kind }) => /** @type {const} */ ([kind, kind]));
  const kind = select('kind', [...choices, ['', 'no email']], choices[0]?.[0] ?? '');
  const language = select('language', languages, 'en');
  return actionForm(
    surroundings,
    { class: 'row-form', 'aria-label': 'Test render' },
    () => tryOut(kind.value, language.value),
    field('Sample data of', kind),
    field('In', language),
    element('button', {}, 'Render'),
  );
}

/**
 * @param {any} document of the API
 * @param {string} member
 * @returns {[string, string][]}
 */
function choices(document, member) {
  return valuesOf(document, 'EmailTemplate', member).map((value) => [value, value]);
}

/** @param {RenderReport} report */
function summaryOf({ bytes, variables: { missing, unknown } }) {
  const size = `${Math.ceil(bytes / 1024)} KiB of HTML`;
  const absent = missing.length > 0 && `without a value: ${missing.join(', ')}`;
  const foreign = unknown.length > 0 && `not known to this email: ${unknown.join(', ')}`;
  return element('p', { class: 'dim' }, [size, absent, foreign].filter(Boolean).join('; '), '.');
}

/**
 * @param {string} heading
 * @param {string} kind
 * @param {readonly Remark[]} remarks
 * @param {CodeField} source
 */
function remarkList(heading, kind, remarks, source) {
  const items = remarks.map(({ line, column, message }) =>
    element(
      'li',
      {},
      line !== undefined &&
        element(
          'button',
          { type: 'button', class: 'place', click: () => source.goTo(line) },
          `Line ${line}, column ${column ?? 1}`,
        ),
      message,
    ),
  );
  return element(
    'section',
    { class: `card ${kind}`, 'aria-label': 'Remarks' },
    element('h2', {}, `${heading} `, element('span', { class: 'dim' }, counted(remarks.length, 'remark'))),
    element('ul', {}, ...items),
  );
}
