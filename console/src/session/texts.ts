import { catalogue } from '../i18n/words';

export const texts = catalogue({
  en: {
    title: (name: string) => `Sign in to ${name}`,
    byLink: 'Open the link you were sent. It works once, within five minutes.',
    byKey:
      'Or paste the link or an API key here. A key stays in your open tabs of this page, until you sign out or close them.',
    signIn: 'Sign in',
    invalidKey: 'This key is not valid: it is mistyped, revoked or expired.',
    failed: 'Something went wrong in this page.',
    signedOut: 'You are signed out.',
    signedOutHere: 'You are signed out here. The key expires by itself within 8 hours.',
    ended: 'Your session has ended.',
    endedElsewhere: 'Your session has ended in another tab.',
    askAgain: 'Ask for a new link, or use a key.',
    kept: 'What you have written is still here.',
    goesOn: 'This page stays as it is. Whatever you were doing continues once you are signed in.',
    linkOrKey: 'Link or API key',
    linkOrKeyHint: 'You can also open your new link in another tab: it signs you in here as well.',
    invalidLink: 'This link has been used or has expired. Ask for a new one.',
    otherPartner: (name: string) =>
      `This belongs to ${name}, not to the partner on this page. Use another link or key, or sign out first.`,
    signOut: 'Sign out',
    readOnly: 'This credential can only read',
    readOnlyText: 'Sign in with a link, or with a key that can read and change, to create something here.',
    signInAgain: 'Sign in again',
    switchTitle: 'Switch session?',
    withKey: 'with an API key',
    as: (name: string) => `as ${name}`,
    switchText: (how: string) =>
      `You are signed in ${how}. The link that was opened here signs you in again, and ends that session. ` +
      'Stay signed in unless you asked for the link.',
    stay: 'Stay signed in',
    change: 'Switch',
    signingIn: 'Signing you in',
    byHostPage: 'The page around this one signs you in.',
    loadHostPage: 'Reload the page. If that does not help, contact its owner.',
  },
  sv: {
    title: (name: string) => `Logga in i ${name}`,
    byLink: 'Öppna länken du har fått. Den fungerar en gång, inom fem minuter.',
    byKey:
      'Eller klistra in länken eller en API-nyckel här. En nyckel finns i dina öppna flikar av den här sidan tills du loggar ut eller stänger dem.',
    signIn: 'Logga in',
    invalidKey: 'Nyckeln är inte giltig: den är felskriven, återkallad eller har gått ut.',
    failed: 'Något gick fel på den här sidan.',
    signedOut: 'Du är utloggad.',
    signedOutHere: 'Du är utloggad här. Nyckeln upphör av sig själv inom 8 timmar.',
    ended: 'Din session har avslutats.',
    endedElsewhere: 'Din session har avslutats i en annan flik.',
    askAgain: 'Be om en ny länk eller använd en nyckel.',
    kept: 'Det du har skrivit finns kvar.',
    goesOn: 'Sidan är kvar som den är. Det du höll på med fortsätter när du har loggat in.',
    linkOrKey: 'Länk eller API-nyckel',
    linkOrKeyHint: 'Du kan också öppna din nya länk i en annan flik: då loggas du in även här.',
    invalidLink: 'Länken är redan använd eller har gått ut. Be om en ny.',
    otherPartner: (name: string) =>
      `Den hör till ${name}, inte till partnern på den här sidan. Använd en annan länk eller nyckel, eller logga ut först.`,
    signOut: 'Logga ut',
    readOnly: 'Den här nyckeln får bara läsa',
    readOnlyText:
      'Logga in med en länk, eller med en nyckel som får läsa och ändra, för att skapa något här.',
    signInAgain: 'Logga in igen',
    switchTitle: 'Byta session?',
    withKey: 'med en API-nyckel',
    as: (name: string) => `som ${name}`,
    switchText: (how: string) =>
      `Du är inloggad ${how}. Länken som öppnades här loggar in dig på nytt och avslutar den sessionen. ` +
      'Fortsätt vara inloggad om du inte har bett om länken.',
    stay: 'Fortsätt vara inloggad',
    change: 'Byt',
    signingIn: 'Du loggas in',
    byHostPage: 'Sidan runt den här loggar in dig.',
    loadHostPage: 'Ladda om sidan. Om det inte hjälper, kontakta den som ansvarar för den.',
  },
});
