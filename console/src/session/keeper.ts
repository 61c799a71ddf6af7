import { isFramed } from './host-page';
import { type Session, tabs } from './tabs';

/**
 * The place of the session. Browsers partition or refuse storage in frames of other sites, so there it is only in
 * memory. When the frame is reloaded, the host page hands over a credential again.
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
