import { useState } from 'react';
import { isUnauthorized, Refusal } from '../api/refusal';
import { useWords } from '../i18n/words';
import { Button } from '../parts/button';
import { Dialog } from '../parts/dialog';
import { TextField } from '../parts/field';
import { Form } from '../parts/form';
import { Banner } from '../parts/states';
import { handedOverIn, isFramed } from './host-page';
import { session } from './session';
import type { SignedIn } from './session-state';
import { texts } from './texts';

/** Lies over a page whose session has ended. The page stays, and continues once the user has signed in again. */
export function SignInAgain({ ended, isRefused = false }: Pick<SignedIn, 'isRefused'> & { ended: string }) {
  const t = useWords(texts);
  const [isOpen, setOpen] = useState(true);
  return (
    <>
      <Banner tone="bad" action={<Button onPress={() => setOpen(true)}>{t.signInAgain}</Button>}>
        {ended} {t.kept}
      </Banner>
      <Dialog title={t.signInAgain} isOpen={isOpen} onClose={() => setOpen(false)}>
        <div className="stack-16">
          <div role="status">
            <Banner tone={isRefused ? 'bad' : 'info'}>{ended}</Banner>
          </div>
          <p>{t.goesOn}</p>
          {isFramed ? <p className="muted">{isRefused ? t.loadHostPage : t.byHostPage}</p> : <Credential />}
        </div>
      </Dialog>
    </>
  );
}

function Credential() {
  const t = useWords(texts);
  const [text, setText] = useState('');
  const signIn = () => {
    const given = handedOverIn(text);
    return session.signInAgain(given).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
      const isInvalid = isUnauthorized(error);
      if (!isInvalid && error.problem.code !== 'other_partner') throw error;
      const message = !isInvalid ? error.message : 'link' in given ? t.invalidLink : t.invalidKey;
      throw new Refusal({ ...error.problem, errors: [{ pointer: '/credential', message }] });
    });
  };
  return (
    <Form label={t.signInAgain} onSubmit={signIn} className="stack-16">
      <TextField
        name="credential"
        label={t.linkOrKey}
        hint={t.linkOrKeyHint}
        type="password"
        value={text}
        onChange={setText}
        isRequired
        isFirst
      />
      <div className="row-8">
        <Button type="submit" tone="primary">
          {t.signIn}
        </Button>
        <Button onPress={() => void session.signOut()}>{t.signOut}</Button>
      </div>
    </Form>
  );
}
