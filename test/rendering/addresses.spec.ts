import { TemplateSource } from '../../src/rendering/domain/template-source.js';
import { Renderer } from '../../src/rendering/renderer/renderer.js';

const EVIL = 'javascript:alert(1)';

describe('Addresses from data', () => {
  let renderer: Renderer;
  beforeAll(async () => {
    renderer = await Renderer.load();
  });

  function render(type: string, data: string, variables: object): Promise<string> {
    return renderer.html(new TemplateSource(type, 'hbs', data), { ...variables });
  }

  const contents = [
    '<a href="{{url}}">x</a>',
    "<a href='{{url}}'>x</a>",
    '<a href={{url}}>x</a>',
    '<a href="{{{url}}}">x</a>',
    '<a href="{{scheme}}:{{rest}}">x</a>',
    '<a href="java{{script}}">x</a>',
    '<a href=" {{url}}">x</a>',
    '<a href="{{#if url}}{{url}}{{/if}}">x</a>',
    '<a href="{{#each urls}}{{this}}{{/each}}">x</a>',
    '{{#each urls}}<a href="{{this}}">x</a>{{/each}}',
    '{{#if url}}<a href="{{url}}">x</a>{{else}}y{{/if}}',
    '{{#with nested}}<a href="{{#if url}}{{url}}{{/if}}">x</a>{{/with}}',
    '<img src="{{url}}">',
  ];
  const variables = {
    url: EVIL,
    urls: [EVIL],
    nested: { url: EVIL },
    scheme: 'javascript',
    rest: 'alert(1)',
    script: 'script:alert(1)',
  };

  it.each(contents)('are removed from HTML if they would run scripts: %s', async (content) => {
    for (const style of ['', '<style>a{color:red}</style>']) {
      expect(await render('html', `${style}<p>${content}</p>`, variables)).not.toMatch(/javascript:|alert/);
    }
  });

  it.each([
    ...contents.map((content) => `<mj-text>${content}</mj-text>`),
    '<mj-button href="{{url}}">x</mj-button>',
    '<mj-image src="{{url}}" href="{{url}}" />',
    '<mj-navbar base-url="{{url}}"><mj-navbar-link href="{{url}}">x</mj-navbar-link></mj-navbar>',
    '{{#if url}}<mj-button href="{{url}}">{{else}}<mj-button>{{/if}}x</mj-button>',
    '<mj-social><mj-social-element href="{{url}}" src="{{url}}">x</mj-social-element></mj-social>',
    '<mj-text {{script2}}><a href="{{url}}">x</a></mj-text>',
  ])('are removed from MJML if they would run scripts: %s', async (content) => {
    const data = `<mjml><mj-body><mj-section><mj-column>${content}</mj-column></mj-section></mj-body></mjml>`;
    expect(await render('mjml', data, variables)).not.toMatch(/javascript:|alert/);
    // With a safe value cached from before.
    const good = Object.fromEntries(Object.keys(variables).map((name) => [name, 'https://x.example/']));
    await render('mjml', data, good);
    expect(await render('mjml', data, variables)).not.toMatch(/javascript:|alert/);
  });

  it('are unchanged if they are harmless or text', async () => {
    const data = '<a href="{{url}}" title="{{evil}}">{{evil}}</a><img src="{{image}}">';
    const values = { url: 'mailto:a@b.example', evil: EVIL, image: 'cid:logo' };
    expect(await render('html', data, values)).toBe(
      `<a href="mailto:a@b.example" title="${EVIL}">${EVIL}</a><img src="cid:logo">`,
    );
  });

  it('are not removed if the author wrote them into the template', async () => {
    expect(await render('html', '<a href="ftp://{{host}}/x">x</a>', { host: 'x.example' })).toBe(
      '<a href="ftp://x.example/x">x</a>',
    );
  });
});
