/** Loads the code of each view of the console, by the name of the view in the address. */
export const viewLoaders = {
  overview: async () => ({ default: (await import('../overview/overview-view')).OverviewView }),
  subscriptions: async () => ({
    default: (await import('../subscriptions/subscriptions-view')).SubscriptionsView,
  }),
  deliveries: async () => ({ default: (await import('../deliveries/deliveries-view')).DeliveriesView }),
  events: async () => ({ default: (await import('../events/events-view')).EventsView }),
  templates: async () => ({ default: (await import('../templates/templates-view')).TemplatesView }),
  snippets: async () => ({ default: (await import('../snippets/snippets-view')).SnippetsView }),
  assignments: async () => ({ default: (await import('../assignments/assignments-view')).AssignmentsView }),
  sent: async () => ({ default: (await import('../sent/sent-view')).SentView }),
  settings: async () => ({ default: (await import('../settings/settings-view')).SettingsView }),
};

export type ViewName = keyof typeof viewLoaders;

/** True for the name of a view. An address may have any word, such as the name of an inherited member. */
export function isView(name: string): name is ViewName {
  return Object.hasOwn(viewLoaders, name);
}
