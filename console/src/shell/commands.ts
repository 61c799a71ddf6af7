import { words } from '../i18n/words';
import { addressOf } from '../routing/place';
import { shellTexts } from './texts';
import { groups } from './views';

/** A command of the palette: it goes to an address. */
export interface Command {
  readonly id: string;
  readonly label: string;
  readonly to: string;
}

/** The commands for the typed text: places, actions, and all kinds of objects that could have it as id. */
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
