import { GENERATED, ProjectCopy } from './project-copy.js';

describe('The generators', () => {
  let project: ProjectCopy;

  beforeAll(async () => {
    project = await ProjectCopy.make();
  });

  afterAll(() => project.remove());

  it('refuse to add a name twice', async () => {
    expect(await project.generate(GENERATED)).toEqual(
      GENERATED.map(() => ({ status: 0, output: expect.stringContaining('Next: ') })),
    );
    const present = [
      ...GENERATED,
      ['auth-type', 'bearer'],
      ['auth-type', 'basicauth'],
      ['template-parser', 'mjml'],
    ] as const;
    expect(await project.generate(present)).toEqual(
      present.map(() => ({ status: 1, output: expect.stringMatching(/There is .+ already/) })),
    );
  });

  it('refuse an invalid name', async () => {
    const impossible = [
      ['event-type', 'archived'],
      ['event-type', "document.it's"],
      ['auth-type', '../../escape'],
      ['template-type', 'class'],
      ['template-parser', '2nd'],
    ] as const;
    expect(await project.generate(impossible)).toEqual(
      impossible.map(() => ({ status: 1, output: expect.stringContaining('cannot be the name of') })),
    );
  });
});
