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
import { viewLoaders, type ViewName } from './view-loaders';

interface View {
  /** Loaded when it is first opened. It reads what the address says after its name with `usePlace()`. */
  readonly component: ComponentType;
  readonly icon: LucideIcon;
  /** The tag of the API document whose guide says how a program does what the view does. */
  readonly guide: string;
}

export const views: Readonly<Record<ViewName, View>> = {
  overview: { icon: Gauge, guide: 'Statistics', component: lazy(viewLoaders.overview) },
  subscriptions: {
    icon: Webhook,
    guide: 'Webhook subscriptions',
    component: lazy(viewLoaders.subscriptions),
  },
  deliveries: { icon: Send, guide: 'Deliveries', component: lazy(viewLoaders.deliveries) },
  events: { icon: CalendarClock, guide: 'Events', component: lazy(viewLoaders.events) },
  templates: { icon: LayoutTemplate, guide: 'Email templates', component: lazy(viewLoaders.templates) },
  snippets: { icon: Blocks, guide: 'Email snippets', component: lazy(viewLoaders.snippets) },
  assignments: { icon: TableProperties, guide: 'Email templates', component: lazy(viewLoaders.assignments) },
  sent: { icon: MailCheck, guide: 'Emails', component: lazy(viewLoaders.sent) },
  settings: { icon: Settings, guide: 'Contacts', component: lazy(viewLoaders.settings) },
};

/** The sidebar's groups. Those without a title stand alone. */
export const groups: readonly {
  readonly title: 'webhooks' | 'emails' | null;
  readonly views: readonly ViewName[];
}[] = [
  { title: null, views: ['overview'] },
  { title: 'webhooks', views: ['subscriptions', 'deliveries', 'events'] },
  { title: 'emails', views: ['templates', 'snippets', 'assignments', 'sent'] },
  { title: null, views: ['settings'] },
];
