import { words } from '../i18n/words';
import { addressOf } from '../routing/place';
import { shellTexts } from './texts';
import { groups } from './views';

/** Something that the palette can do: it goes to an address. */
export interface Command {
  readonly id: string;
  readonly label: string;
  readonly to: string;
}

/** What the palette offers for what is typed: places, acts, and whatever an id could be the id of. */
export function commandsFor(typed: string, mayWrite: boolean): readonly Command[] {
  const t = words(shellTexts);
  const known: readonly Command[] = [
    ...groups
      .flatMap(({ views }) => views)
      .map((view) => ({ id: view, label: t.goTo(t[view]), to: addressOf([view]) })),
    ...(mayWrite ? makings(t) : []),
    { id: 'failed', label: t.failedDeliveries, to: addressOf(['deliveries'], { status: 'failed' }) },
  ];
  const text = typed.trim();
  if (text === '') return known;
  const parts = text.toLowerCase().split(/\s+/);
  const found = known.filter(({ label }) => parts.every((part) => label.toLowerCase().includes(part)));
  return [
    ...found,
    { id: 'deliveriesOf', label: t.deliveriesOf(text), to: addressOf(['deliveries'], { typeId: text }) },
    { id: 'eventsOf', label: t.eventsOf(text), to: addressOf(['events'], { typeId: text }) },
  ];
}

function makings(t: { readonly newSubscription: string; readonly newTemplate: string }): readonly Command[] {
  return [
    { id: 'newSubscription', label: t.newSubscription, to: addressOf(['subscriptions', 'new']) },
    { id: 'newTemplate', label: t.newTemplate, to: addressOf(['templates', 'new']) },
  ];
}
