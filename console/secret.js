/** @import { Surroundings } from './types.d.ts' */
import { actionButton } from './controls.js';
import { copyButton } from './copy-button.js';
import { element, fill, textBlock } from './dom.js';
import { time } from './words.js';

/**
 * The signing secret of a subscription, shown when it is asked for, and its rotation.
 *
 * @param {Surroundings} surroundings
 * @param {string} path of the subscription
 * @param {(tag: string | null) => void} rotated told the state that the subscription is in after a rotation
 */
export function secretOf(surroundings, path, rotated) {
  const { api, notices } = surroundings;
  const place = element('div', { class: 'render' });
  /** @param {{ secret: string, previousSecretUntil: string | null }} answer */
  const show = ({ secret, previousSecretUntil }) =>
    fill(
      place,
      textBlock('Secret', secret),
      copyButton(surroundings, 'Signing secret', secret),
      previousSecretUntil !== null &&
        element('p', { class: 'dim' }, 'The previous one signs along until ', time(previousSecretUntil), '.'),
    );
  const look = async () => show((await api.call('GET', `${path}/secret`)).body);
  const rotate = async () => {
    const { body, tag } = await api.call('POST', `${path}/secret/rotate`);
    show(body);
    rotated(tag);
    notices.tell('The secret has been replaced. Give the new one to the receiver within 24 hours.');
  };
  return element(
    'section',
    { 'aria-labelledby': 'secret-heading' },
    element('h2', { id: 'secret-heading' }, 'Signing secret'),
    element(
      'p',
      { class: 'dim' },
      'Your server uses it to check that a POST comes from Livery and is unchanged.',
    ),
    element(
      'div',
      { class: 'actions' },
      actionButton(surroundings, 'Show', look, { about: 'Signing secret' }),
      actionButton(surroundings, 'Rotate', rotate, { class: 'danger', about: 'Signing secret' }),
    ),
    place,
  );
}
