import { type RefObject, useEffect, useState } from 'react';

/** A frame that gets the focus this soon after Tab was pressed got it by the key. */
const SOON_MS = 300;

/** True while a frame has the focus by a key. No style of the page matches a frame whose content has the focus. */
export function useFrameFocus(frame: RefObject<HTMLIFrameElement | null>): boolean {
  const [hasFocus, setFocus] = useState(false);
  useEffect(() => {
    let pressedAt = Number.NEGATIVE_INFINITY;
    const press = ({ key, timeStamp }: KeyboardEvent) => {
      if (key === 'Tab') pressedAt = timeStamp;
    };
    const leave = ({ timeStamp }: Event) => {
      const isWithin = document.activeElement === frame.current;
      setFocus((before) => isWithin && (before || timeStamp - pressedAt < SOON_MS));
    };
    const come = () => setFocus(false);
    addEventListener('keydown', press);
    addEventListener('blur', leave);
    document.addEventListener('focusin', come);
    return () => {
      removeEventListener('keydown', press);
      removeEventListener('blur', leave);
      document.removeEventListener('focusin', come);
    };
  }, [frame]);
  return hasFocus;
}
