/** @import { Notices } from './notices.js' */
/** @import { Session } from './types.d.ts' */
import { Api, Refusal } from './api.js';
import { actionForm } from './controls.js';
import { element } from './dom.js';
import { field } from './fields.js';

/**
 * The page for whoever is not signed in.
 *
 * @param {Notices} notices
 * @param {(session: Session) => void} signIn
 */
export function signInView(notices, signIn) {
  const key = element('input', {
    type: 'password',
    name: 'key',
    required: true,
    autocomplete: 'off',
    spellcheck: 'false',
    placeholder: 'lvk_…',
  });
  const form = actionForm(
    { notices },
    { class: 'sign-in card' },
    async () => {
      const given = key.value.trim();
      // Any call tells whether the key opens anything.
      await new Api(given, () => {}).call('GET', '/partner/webhookSubscription?limit=1').catch(refuse);
      signIn({ key: given, partnerName: null });
    },
    element('h1', { tabindex: '-1' }, 'Sign in to Livery'),
    element('p', {}, 'Open the link you were sent. It works once, within five minutes.'),
    element(
      'p',
      {},
      'Or paste an API key. It stays in your open tabs of this page, until you sign out or close them.',
    ),
    field('API key', key),
    element('button', { class: 'primary' }, 'Sign in'),
  );
  return form;
}

/**
 * A key that opens nothing is the field's affair.
 *
 * @param {unknown} error
 * @returns {never}
 */
function refuse(error) {
  if (!(error instanceof Refusal) || error.problem.status !== 401) throw error;
  const message = 'This key is not valid: it is mistyped, revoked or expired.';
  throw new Refusal({ ...error.problem, errors: [{ pointer: '/key', message }] });
}
