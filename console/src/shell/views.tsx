import {
  Blocks,
  CalendarClock,
  Gauge,
  LayoutTemplate,
  type LucideIcon,
  MailCheck,
  Send,
  Settings,
  TableProperties,
  Webhook,
} from 'lucide-react';
import { type ComponentType, lazy } from 'react';
import { onceOnline } from './once-online';
import { viewLoaders, type ViewName } from './view-loaders';

interface View {
  /** Loaded when it is first opened. It reads the rest of the address with `usePlace()`. */
  readonly component: ComponentType;
  readonly icon: LucideIcon;
  /** The tag of the API document whose guide describes the same for programs. */
  readonly guide: string;
}

export const views: Readonly<Record<ViewName, View>> = {
  overview: { icon: Gauge, guide: 'Statistics', component: lazyView('overview') },
  subscriptions: {
    icon: Webhook,
    guide: 'Webhook subscriptions',
    component: lazyView('subscriptions'),
  },
  deliveries: { icon: Send, guide: 'Deliveries', component: lazyView('deliveries') },
  events: { icon: CalendarClock, guide: 'Events', component: lazyView('events') },
  templates: { icon: LayoutTemplate, guide: 'Email templates', component: lazyView('templates') },
  snippets: { icon: Blocks, guide: 'Email snippets', component: lazyView('snippets') },
  assignments: { icon: TableProperties, guide: 'Email templates', component: lazyView('assignments') },
  sent: { icon: MailCheck, guide: 'Emails', component: lazyView('sent') },
  settings: { icon: Settings, guide: 'Contacts', component: lazyView('settings') },
};

/** The groups of the sidebar. Those without a title have no heading. */
export const groups: readonly {
  readonly title: 'webhooks' | 'emails' | null;
  readonly views: readonly ViewName[];
}[] = [
  { title: null, views: ['overview'] },
  { title: 'webhooks', views: ['subscriptions', 'deliveries', 'events'] },
  { title: 'emails', views: ['templates', 'snippets', 'assignments', 'sent'] },
  { title: null, views: ['settings'] },
];

function lazyView(name: ViewName) {
  return lazy(() => onceOnline(viewLoaders[name]));
}
