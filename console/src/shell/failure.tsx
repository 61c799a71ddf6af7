import { Component, type ReactNode } from 'react';
import { words } from '../i18n/words';
import { Button } from '../parts/button';
import { EmptyState } from '../parts/states';
import { shellTexts } from './texts';

/** Keeps an error of one view from breaking the console, such as a missing file of an older version. */
export class Failure extends Component<{ readonly children: ReactNode }, { readonly error: Error | null }> {
  override state: { readonly error: Error | null } = { error: null };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override render() {
    const t = words(shellTexts);
    const { error } = this.state;
    if (error === null) return this.props.children;
    const isLoading = /import|module|preload/i.test(error.message);
    return (
      <div role="alert">
        <EmptyState
          title={isLoading ? t.loadFailed : t.broken}
          action={<Button onPress={() => location.reload()}>{t.reload}</Button>}
        >
          {isLoading ? null : error.message}
        </EmptyState>
      </div>
    );
  }
}
