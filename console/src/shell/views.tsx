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

/** The views of the console, as their addresses name them. */
export type ViewName =
  | 'overview'
  | 'subscriptions'
  | 'deliveries'
  | 'events'
  | 'templates'
  | 'snippets'
  | 'assignments'
  | 'sent'
  | 'settings';

interface View {
  /** Loaded when it is first opened. It reads what the address says after its name with `usePlace()`. */
  readonly component: ComponentType;
  readonly icon: LucideIcon;
}

export const views: Readonly<Record<ViewName, View>> = {
  overview: {
    icon: Gauge,
    component: lazy(async () => ({ default: (await import('../overview/overview-view')).OverviewView })),
  },
  subscriptions: {
    icon: Webhook,
    component: lazy(async () => ({
      default: (await import('../subscriptions/subscriptions-view')).SubscriptionsView,
    })),
  },
  deliveries: {
    icon: Send,
    component: lazy(async () => ({
      default: (await import('../deliveries/deliveries-view')).DeliveriesView,
    })),
  },
  events: {
    icon: CalendarClock,
    component: lazy(async () => ({ default: (await import('../events/events-view')).EventsView })),
  },
  templates: {
    icon: LayoutTemplate,
    component: lazy(async () => ({ default: (await import('../templates/templates-view')).TemplatesView })),
  },
  snippets: {
    icon: Blocks,
    component: lazy(async () => ({ default: (await import('../snippets/snippets-view')).SnippetsView })),
  },
  assignments: {
    icon: TableProperties,
    component: lazy(async () => ({
      default: (await import('../assignments/assignments-view')).AssignmentsView,
    })),
  },
  sent: {
    icon: MailCheck,
    component: lazy(async () => ({ default: (await import('../sent/sent-view')).SentView })),
  },
  settings: {
    icon: Settings,
    component: lazy(async () => ({ default: (await import('../settings/settings-view')).SettingsView })),
  },
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

/** The view that an address names. It may name any word, such as a member that every object has. */
export function viewNamed(name: string): ViewName | null {
  return Object.hasOwn(views, name) ? (name as ViewName) : null;
}
