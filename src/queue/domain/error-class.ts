/** Why an attempt was not answered validly, in the log. */
export type ErrorClass = 'dns' | 'connect' | 'tls' | 'timeout' | 'protocol' | 'status' | 'blocked' | 'auth';
