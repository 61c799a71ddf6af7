const COLOURS: Readonly<Record<string, number>> = { fatal: 31, error: 31, warn: 33, info: 32, debug: 36 };

/** The form of a log line in a terminal: time, level, message, and the other members as `name=value`. */
export function readableLine(json: string): string {
  const { time, level, msg, context, stack, ...rest } = JSON.parse(json) as Record<string, unknown>;
  const name = String(level);
  const details = Object.entries(rest).map(([key, value]) =>
    dim(`${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`),
  );
  const words = [
    dim(String(time).slice(11, 23)),
    `\u001B[${COLOURS[name] ?? 37}m${name.padEnd(5)}\u001B[0m`,
    ...(typeof context === 'string' ? [`[${context}]`] : []),
    ...(typeof msg === 'string' ? [msg] : []),
    ...details,
  ];
  return `${words.join(' ')}\n${typeof stack === 'string' ? `${stack}\n` : ''}`;
}

function dim(text: string): string {
  return `\u001B[2m${text}\u001B[0m`;
}
