import { useEffect } from 'react';
import { listen, type StreamTopic } from './stream';

/** Changes within this time are shown together. */
const GATHER_MS = 700;
/** The interval of checks without a stream. */
const LOOK_EVERY_MS = 5000;

/**
 * Calls `onChange` soon after a change, while `isOn` and the page is visible. If the service has no stream left, calls
 * it every five seconds.
 */
export function useLive(topic: StreamTopic, isOn: boolean, onChange: () => void): void {
  useEffect(() => {
    if (!isOn) return;
    const ended = new AbortController();
    let gathering: ReturnType<typeof setTimeout> | undefined;
    let looking: ReturnType<typeof setInterval> | undefined;
    const change = () => {
      if (document.hidden || ended.signal.aborted) return;
      gathering ??= setTimeout(() => {
        gathering = undefined;
        onChange();
      }, GATHER_MS);
    };
    listen([topic], change, ended.signal).catch(() => {
      if (!ended.signal.aborted) looking = setInterval(change, LOOK_EVERY_MS);
    });
    return () => {
      ended.abort();
      clearTimeout(gathering);
      clearInterval(looking);
    };
  }, [topic, isOn, onChange]);
}
