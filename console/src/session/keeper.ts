import { isFramed } from './host-page';
import { type Session, tabs } from './tabs';

/**
 * Where the session is kept. In a frame of another site browsers partition storage or refuse it, so there it is in
 * memory alone: when the frame is loaded again, the page around hands a credential over again.
 */
export const keeper: typeof tabs = isFramed ? inMemory() : tabs;

function inMemory(): typeof tabs {
  let own: Session | null = null;
  return {
    join: () => undefined,
    ask: () => undefined,
    share: () => undefined,
    read: () => own,
    keep: (session) => void (own = session),
    find: () => Promise.resolve(own),
    forget: () => void (own = null),
  };
}
