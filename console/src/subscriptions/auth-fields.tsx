import { type AuthMember, authTypes } from '../api/catalogue';
import { said } from '../i18n/said';
import { useWords } from '../i18n/words';
import { Select, TextArea, TextField } from '../parts/field';
import { type Draft, isKept } from './draft';
import { subscriptionsTexts } from './words';

interface AuthFieldsProps {
  readonly draft: Draft;
  /** The stored credentials, with secrets masked. */
  readonly stored: Readonly<Record<string, string>>;
  readonly storedType: string | null;
  /** True if the URL leads to another server, to which stored credentials are not sent without a question. */
  readonly mustAskAgain: boolean;
  readonly onChange: (changes: Partial<Draft>) => void;
}

/** The authentication of deliveries: the type, and its fields from the API document. */
export function AuthFields({ draft, stored, storedType, mustAskAgain, onChange }: AuthFieldsProps) {
  const t = useWords(subscriptionsTexts);
  const { authType, authData } = draft;
  const chosen = authTypes.find(({ name }) => name === authType);
  const options = authTypes.map(({ name, description }) => [name, `${name}: ${said(description)}`] as const);
  return (
    <>
      <Select
        name="authType"
        label={t.auth}
        hint={t.authHint}
        value={authType}
        options={[['', t.authNone], ...options]}
        onChange={(next) => onChange({ authType: next })}
      />
      {chosen?.members.map((member) => (
        <Member
          key={member.name}
          member={member}
          value={authData[`${authType}/${member.name}`] ?? ''}
          isStored={storedType === authType && isKept(stored[member.name])}
          mustAskAgain={mustAskAgain}
          onChange={(value) => onChange({ authData: { ...authData, [`${authType}/${member.name}`]: value } })}
        />
      ))}
    </>
  );
}

interface MemberProps {
  readonly member: AuthMember;
  readonly value: string;
  readonly isStored: boolean;
  readonly mustAskAgain: boolean;
  readonly onChange: (value: string) => void;
}

function Member({ member, value, isStored, mustAskAgain, onChange }: MemberProps) {
  const t = useWords(subscriptionsTexts);
  const { name, title, description, isSecret, isText, maxLength, choices } = member;
  const field = {
    name: `authData/${name}`,
    label: said(title),
    hint: isStored ? t.keptHint : sentence(said(description)),
    value,
    onChange,
  };
  if (choices !== null) {
    return (
      <Select
        {...field}
        value={value || (choices[0] ?? '')}
        options={choices.map((one) => [one, one] as const)}
      />
    );
  }
  const text = {
    ...field,
    maxLength,
    isRequired: isStored && mustAskAgain,
    ...(isStored && { placeholder: mustAskAgain ? t.again : t.kept }),
  };
  return isText ? <TextArea {...text} /> : <TextField {...text} type={isSecret ? 'password' : 'text'} />;
}

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
