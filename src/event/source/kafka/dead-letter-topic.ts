import type { MessageToProduce, Producer } from '@platformatic/kafka';
import { BrokerFault, type DeadLetter } from '../../domain/broker.js';
import { faultOf, isTooLarge } from './kafka-fault.js';

/** Below the default limit of a topic, 1 MiB per request. */
const BYTES_AT_ONCE = 512 * 1024;
const ALL_REPLICAS = -1;

/** The topic for dead letters. */
export class DeadLetterTopic {
  constructor(
    private readonly producer: Producer,
    private readonly topic: string,
  ) {}

  /** Resolves when all replicas have stored the dead letters. @throws BrokerFault */
  async add(letters: readonly DeadLetter[]): Promise<void> {
    let [group, bytes]: [DeadLetter[], number] = [[], 0];
    for (const letter of letters) {
      const size = letter.body.length + letter.problem.length;
      if (group.length > 0 && bytes + size > BYTES_AT_ONCE) {
        await this.send(group);
        [group, bytes] = [[], 0];
      }
      group.push(letter);
      bytes += size;
    }
    await this.send(group);
  }

  private async send(letters: readonly DeadLetter[]): Promise<void> {
    try {
      await this.producer.send({
        messages: letters.map((letter) => this.messageOf(letter)),
        acks: ALL_REPLICAS,
      });
    } catch (error) {
      const [letter] = letters;
      if (!isTooLarge(error) || letter === undefined) throw this.faultOf(error);
      if (letters.length > 1) {
        for (const one of letters) await this.send([one]);
        return;
      }
      // Drop the body. The headers say where the original message is.
      if (letter.body.length === 0) throw this.faultOf(error);
      await this.send([{ ...letter, body: Buffer.alloc(0) }]);
    }
  }

  private messageOf({ message, body, problem }: DeadLetter): MessageToProduce {
    return {
      topic: this.topic,
      value: Buffer.from(body),
      ...(message.key !== null && { key: Buffer.from(message.key) }),
      headers: new Map([
        [Buffer.from('livery-problem'), Buffer.from(problem)],
        [Buffer.from('livery-source'), Buffer.from(message.place)],
      ]),
    };
  }

  private faultOf(error: unknown): BrokerFault {
    return faultOf(error, `The topic ${this.topic} takes no messages`);
  }
}
