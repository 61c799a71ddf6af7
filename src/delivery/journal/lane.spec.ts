import { firstIdAt } from '../../shared/domain/time-ordered-id.js';
import { Lane } from './lane.js';

describe('A lane', () => {
  const open = () => new Lane({ id: 1, epoch: 1, after: firstIdAt(1_000) }, () => 2_000);

  it('advances its watermark while idle, to below all future ids', () => {
    const lane = open();
    const reached = lane.watermark();
    expect(reached > firstIdAt(1_999)).toBe(true);
    expect(lane.ids.next() > reached).toBe(true);
    expect(lane.watermark() > reached).toBe(true);
  });

  it('keeps its watermark below events that are being written or not settled', () => {
    const lane = open();
    lane.isWriting = true;
    const id = lane.ids.next();
    expect(lane.watermark() < id).toBe(true);
    lane.progress.track(id, [], 0);
    lane.isWriting = false;
    expect(lane.watermark()).toBe(id);
  });
});
