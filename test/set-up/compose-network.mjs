// Preloaded into a service. Maps the name and port of a host in the network of compose.yaml as COMPOSE_HOST says:
// `mail:1025=41234` means 127.0.0.1:41234.
import dns from 'node:dns';
import net from 'node:net';

const [, name, port, actualPort] = /^(.+):(\d+)=(\d+)$/.exec(process.env.COMPOSE_HOST ?? '') ?? [];
const { resolve4, resolve6 } = dns.Resolver.prototype;
const { connect } = net.Socket.prototype;

dns.Resolver.prototype.resolve4 = function (host, answer) {
  if (host !== name) return resolve4.call(this, host, answer);
  queueMicrotask(() => answer(null, ['127.0.0.1']));
};
dns.Resolver.prototype.resolve6 = function (host, answer) {
  if (host !== name) return resolve6.call(this, host, answer);
  queueMicrotask(() => answer(null, []));
};
net.Socket.prototype.connect = function (...args) {
  const [options] = Array.isArray(args[0]) ? args[0] : args;
  if (options?.port === Number(port)) options.port = Number(actualPort);
  return connect.apply(this, args);
};
