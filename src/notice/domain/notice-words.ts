import type { NoticeName } from '../../contact/domain/contact.js';
import type { FallbackFacts } from './notice.js';

/** The texts of one notice. `object` is a host, the name of a template or a masked address. */
interface NoticeWords {
  readonly label: string;
  readonly subject: (object: string, time: string | null) => string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  /** Of a subscription that is deleted only when its endpoint answers nothing validly; `paragraphs` if absent. */
  readonly endpointParagraphs?: readonly string[];
  readonly button: string;
}

/** The texts of notices in one language. */
export interface NoticeTexts {
  readonly notices: Readonly<Record<NoticeName, NoticeWords>>;
  readonly facts: Readonly<
    Record<
      | 'why'
      | 'willBeDeleted'
      | 'deletedAt'
      | 'address'
      | 'event'
      | 'lastAnswer'
      | 'template'
      | 'part'
      | 'fault'
      | 'recipient'
      | 'code'
      | 'company'
      | 'time',
      string
    >
  >;
  readonly exhausted: string;
  readonly parts: Readonly<Record<NonNullable<FallbackFacts['part']>, string>>;
  /** Descriptions of attempts without an answer, by the class of the error. */
  readonly errors: Readonly<Record<string, string>>;
  readonly otherError: string;
  /** Describes what made a template or header fail, with the place. */
  readonly fault: (facts: FallbackFacts) => string;
  readonly reason: (partner: string) => string;
  readonly operatorReason: string;
  readonly template: (id: string) => string;
  /** The button to the assignment whose subject or sender name failed. */
  readonly assignmentButton: string;
  readonly digest: {
    readonly subject: (count: number, partner: string) => string;
    readonly heading: (count: number) => string;
    readonly paragraph: string;
    readonly rest: (count: number) => string;
    readonly button: string;
  };
}
