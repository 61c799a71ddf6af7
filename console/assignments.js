/** @import { Assignment, EmailKind, EmailTemplate, Surroundings } from './types.d.ts' */
import { actionButton, actionForm } from './controls.js';
import { element, facts, heading } from './dom.js';
import { field, input, select } from './fields.js';
import { pagedList } from './paged-list.js';
import { addressOf } from './place.js';
import { languages, targetText, templateName, time } from './words.js';

const PATH = '/partner/emailTemplateAssignment';
const PAGE = 50;

/**
 * The templates that are assigned to emails.
 *
 * @param {Surroundings} surroundings
 */
export async function assignmentsView(surroundings) {
  const { api } = surroundings;
  /** @type {[{ body: readonly EmailKind[] }, EmailTemplate[]]} */
  const [{ body: kinds }, templates] = await Promise.all([
    api.call('GET', '/partner/emailKind'),
    api.all('/partner/emailTemplate'),
  ]);
  /** @type {() => Promise<void>} */
  const load = () => assignments.load();
  const form = assigningForm(surroundings, load, kinds, templates);
  const assignments = pagedList(surroundings, {
    path: PATH,
    limit: PAGE,
    none: 'Nothing is assigned, so emails use the default template.',
    itemOf: (/** @type {Assignment} */ assignment) =>
      assignmentItem(surroundings, load, assignment, templates, form.fill),
  });
  await load();
  return [
    heading('Assignments'),
    element(
      'p',
      { class: 'dim' },
      'An email gets the most specific assignment: that for its company and language, else for its ' +
        'company, else for its language, else for all. Without one it uses the default template.',
    ),
    element('section', {}, element('h2', { class: 'unseen' }, 'Assigned'), assignments.element),
    templates.length === 0
      ? element(
          'p',
          {},
          'There is no template to assign yet: ',
          element('a', { href: addressOf('templates', 'new') }, 'make one'),
          '.',
        )
      : element(
          'section',
          {},
          element('h2', {}, 'Assign a template'),
          facts(kinds.map(({ kind, meaning }) => [kind, meaning])),
          form.element,
        ),
  ];
}

/**
 * The form that makes an assignment, or changes the one that it is filled with.
 *
 * @param {Surroundings} surroundings
 * @param {() => Promise<void>} load
 * @param {readonly EmailKind[]} kinds
 * @param {readonly EmailTemplate[]} templates
 */
function assigningForm(surroundings, load, kinds, templates) {
  const { api, notices, parameters } = surroundings;
  const kindNames = kinds.map(({ kind }) => /** @type {const} */ ([kind, kind]));
  const kind = select('kind', kindNames, kindNames[0]?.[0] ?? '');
  const template = select(
    'templateId',
    templates.map((one) => [String(one.id), `${templateName(one)} #${one.id}`]),
    parameters.get('templateId') ?? '',
  );
  const language = select('language', [['', 'any'], ...languages], '');
  const companyId = element('input', { type: 'number', name: 'companyId', min: '1', placeholder: 'any' });
  const subject = input('subject', 'text', '', { maxlength: '1000', placeholder: 'default' });
  const fromName = input('fromName', 'text', '', { maxlength: '1000', placeholder: 'name of the company' });
  const replyTo = input('replyTo', 'email', '', { maxlength: '254', placeholder: 'the sender' });
  /** @param {Assignment} assignment */
  const fill = (assignment) => {
    kind.value = assignment.kind;
    template.value = String(assignment.templateId);
    language.value = assignment.language ?? '';
    companyId.value = String(assignment.companyId ?? '');
    subject.value = assignment.subject ?? '';
    fromName.value = assignment.fromName ?? '';
    replyTo.value = assignment.replyTo ?? '';
    subject.focus();
  };
  const assign = async () => {
    const body = {
      templateId: Number(template.value),
      language: language.value === '' ? null : language.value,
      companyId: companyId.value === '' ? null : Number(companyId.value),
      subject: subject.value === '' ? null : subject.value,
      fromName: fromName.value === '' ? null : fromName.value,
      replyTo: replyTo.value === '' ? null : replyTo.value,
    };
    await api.call('PUT', `${PATH}/${kind.value}`, { body });
    await load();
    notices.tell('Assigned.');
  };
  const form = actionForm(
    surroundings,
    { class: 'row-form', 'aria-label': 'Assign a template' },
    assign,
    field('Kind of email', kind),
    field('Template', template),
    field('Language', language),
    field('Company id', companyId),
    field('Subject', subject, { hint: 'Variables of the email, such as {{company.name}}, are allowed.' }),
    field('Sender name', fromName, { hint: 'Shown in front of the sender’s address.' }),
    field('Replies go to', replyTo),
    element('button', { class: 'primary' }, 'Assign'),
  );
  return { element: form, fill };
}

/**
 * @param {Surroundings} surroundings
 * @param {() => Promise<void>} load
 * @param {Assignment} assignment
 * @param {readonly EmailTemplate[]} templates those that are not deleted
 * @param {(assignment: Assignment) => void} fill puts it into the form
 * @returns {HTMLLIElement}
 */
function assignmentItem({ api, notices }, load, assignment, templates, fill) {
  const { kind, language, companyId, templateId, subject, fromName, replyTo, updatedAt } = assignment;
  const template = templates.find(({ id }) => id === templateId);
  const emails = targetText(assignment);
  const remove = async () => {
    const query = new URLSearchParams();
    if (language !== null) query.set('language', language);
    if (companyId !== null) query.set('companyId', String(companyId));
    await api.call('DELETE', `${PATH}/${kind}?${query}`);
    await load();
    notices.tell(`No template is assigned to ${emails} any more.`);
  };
  return element(
    'li',
    { class: 'card' },
    element('div', { class: 'card-head' }, element('h3', {}, emails)),
    template === undefined &&
      element('p', { class: 'warning' }, 'This template is deleted, so the next assignment applies.'),
    facts([
      [
        'Template',
        template === undefined
          ? `#${templateId}`
          : element(
              'a',
              { href: addressOf('templates', templateId) },
              `${templateName(template)} #${templateId}`,
            ),
      ],
      ['Subject', subject],
      ['Sender name', fromName],
      ['Replies go to', replyTo],
      ['Since', time(updatedAt)],
    ]),
    element(
      'div',
      { class: 'actions' },
      template !== undefined &&
        actionButton({ notices }, 'Edit', async () => fill(assignment), { about: emails }),
      actionButton({ notices }, 'Remove', remove, { class: 'danger', about: emails }),
    ),
  );
}
