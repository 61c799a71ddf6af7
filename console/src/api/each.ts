import { words } from '../i18n/words';
import { toast } from '../parts/toast-store';
import { number } from '../time/format';
import { messageOf } from './refusal';
import { texts } from './texts';

/** Calls at a time. A browser opens at most six connections to a server. */
const AT_ONCE = 6;

/** Does something with each item, a few at a time, and reports failures. @returns the items for which it succeeded */
export async function doneWithEach<Item>(
  items: readonly Item[],
  act: (item: Item) => Promise<unknown>,
): Promise<readonly Item[]> {
  const waiting = [...items];
  const done: Item[] = [];
  const failures: unknown[] = [];
  const work = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      try {
        await act(item);
        done.push(item);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  if (failures.length > 0) {
    toast.error(words(texts).someFailed(number(failures.length), messageOf(failures[0])));
  }
  return done;
}
