export function rabbitMq(): string | null;
export function kafka(): string | null;
