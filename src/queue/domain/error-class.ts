/** Why an attempt was not valid, as the log shows it. */
export type ErrorClass = 'dns' | 'connect' | 'tls' | 'timeout' | 'protocol' | 'status' | 'blocked' | 'auth';
