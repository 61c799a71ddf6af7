import { randomUUID } from 'node:crypto';
import { Injectable, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource, EntitySchema } from 'typeorm';
import { LiveryEvents, LiveryModule, type LiveryOptions } from '../../src/livery.module.js';

/** A provider of the host application. */
export interface Order {
  id: string;
  companyId: number;
}

const OrderSchema = new EntitySchema<Order>({
  name: 'Order',
  tableName: 'order',
  columns: { id: { type: 'uuid', primary: true }, companyId: { type: 'int' } },
});

/** A service of the host application, which knows nothing of Livery except LiveryEvents. */
@Injectable()
export class OrderService {
  constructor(
    private readonly database: DataSource,
    private readonly livery: LiveryEvents,
  ) {}

  /** Writes an order and reports its document, both or neither. `afterwards` is the rest of its transaction. */
  async place(companyId: number, afterwards: () => void = () => undefined): Promise<Order> {
    return this.database.transaction(async (entityManager) => {
      const order = await entityManager.save(OrderSchema, { id: randomUUID(), companyId });
      await this.livery.publish(
        { type: 'document.created', typeId: order.id, companyId, data: { id: order.id, status: 'draft' } },
        entityManager,
      );
      afterwards();
      return order;
    });
  }

  orders(): Promise<Order[]> {
    return this.database.getRepository(OrderSchema).find();
  }
}

/** An application with a database connection of its own kind, and Livery in it. */
export function orderApplication(options: LiveryOptions) {
  @Module({
    imports: [
      TypeOrmModule.forRoot({
        type: 'postgres',
        url: options.settings['DATABASE_URL'] ?? '',
        autoLoadEntities: true,
        synchronize: true,
      }),
      TypeOrmModule.forFeature([OrderSchema]),
      LiveryModule.forRoot(options),
    ],
    providers: [OrderService],
  })
  class OrderModule {}
  return OrderModule;
}
