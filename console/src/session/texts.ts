import { catalogue } from '../i18n/words';

export const texts = catalogue({
  en: {
    title: 'Sign in to Livery',
    byLink: 'Open the link you were sent. It works once, within five minutes.',
    byKey: 'Or paste an API key. It stays in your open tabs of this page, until you sign out or close them.',
    key: 'API key',
    signIn: 'Sign in',
    invalidKey: 'This key is not valid: it is mistyped, revoked or expired.',
    keyNeeded: 'Paste an API key.',
    failed: 'Something went wrong in this page.',
    signedOut: 'You are signed out.',
    signedOutHere: 'You are signed out here. The key expires by itself within 8 hours.',
    ended: 'Your session has ended.',
    endedElsewhere: 'Your session has ended in another tab.',
    askAgain: 'Ask for a new link, or use a key.',
    copyFirst: 'Copy what you have written.',
    signInAgain: 'Sign in again',
    switchTitle: 'Switch session?',
    withKey: 'with an API key',
    as: (name: string) => `as ${name}`,
    switchText: (how: string) =>
      `You are signed in ${how}. The link that was opened here signs you in again, and ends that session. ` +
      'Stay signed in unless you asked for the link.',
    stay: 'Stay signed in',
    change: 'Switch',
    opening: 'Loading…',
  },
  sv: {
    title: 'Logga in i Livery',
    byLink: 'Öppna länken du har fått. Den fungerar en gång, inom fem minuter.',
    byKey:
      'Eller klistra in en API-nyckel. Den finns i dina öppna flikar av den här sidan tills du loggar ut eller stänger dem.',
    key: 'API-nyckel',
    signIn: 'Logga in',
    invalidKey: 'Nyckeln är inte giltig: den är felskriven, återkallad eller har gått ut.',
    keyNeeded: 'Klistra in en API-nyckel.',
    failed: 'Något gick fel på den här sidan.',
    signedOut: 'Du är utloggad.',
    signedOutHere: 'Du är utloggad här. Nyckeln upphör av sig själv inom 8 timmar.',
    ended: 'Din session har avslutats.',
    endedElsewhere: 'Din session har avslutats i en annan flik.',
    askAgain: 'Be om en ny länk eller använd en nyckel.',
    copyFirst: 'Kopiera det du har skrivit.',
    signInAgain: 'Logga in igen',
    switchTitle: 'Byta session?',
    withKey: 'med en API-nyckel',
    as: (name: string) => `som ${name}`,
    switchText: (how: string) =>
      `Du är inloggad ${how}. Länken som öppnades här loggar in dig på nytt och avslutar den sessionen. ` +
      'Fortsätt vara inloggad om du inte har bett om länken.',
    stay: 'Fortsätt vara inloggad',
    change: 'Byt',
    opening: 'Laddar…',
  },
});
