import { defineConfig, type Plugin, type Rolldown } from 'vite';

const BASE = '/console/';

/** The service serves what is built here below `/console` (src/console/console.controller.ts). */
export default defineConfig({
  base: BASE,
  plugins: [earlyLinks()],
  build: {
    outDir: '../dist/console',
    emptyOutDir: true,
    // The policy allows no data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: ['chrome111', 'firefox115', 'safari16.4'],
    reportCompressedSize: false,
    // The editor of the studio, which is loaded when it is opened.
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      // The pages beside the console (src/console/start-page.ts, src/email/mailbox) name their styles themselves.
      input: { index: 'index.html', pages: 'src/pages/pages.css' },
      output: {
        assetFileNames: ({ names }) =>
          names.includes('pages.css') ? 'pages.css' : 'assets/[name]-[hash][extname]',
        codeSplitting: {
          includeDependenciesRecursively: false,
          // Otherwise each part that two views share would be a file of its own, each with a way there and back.
          groups: [
            {
              name: 'base',
              test: /node_modules\/(react|react-dom|scheduler|openapi-fetch|@tanstack\/(query-core|react-query))\//,
            },
            {
              name: 'lists',
              test: /src\/list\/|parts\/(table|side-panel|search-field)|@tanstack\/(react-)?virtual/,
            },
            {
              name: 'parts',
              test: /console\/src\/(?!templates|shell\/preferences|session\/(keeper|tabs|host-page)|brand|api\/early|overview\/ranges|.*(generated|catalogue|in-language))/,
              minShareCount: 3,
            },
            { name: 'icons', test: /lucide-react/, minShareCount: 2 },
          ],
        },
      },
      // Its warning would depend on the speed of the machine.
      checks: { bundlerTimings: false },
      // Packages mark what runs in browsers for frameworks that have servers, which there is none of here.
      onLog: (level, log, report) => {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') report(level, log);
      },
    },
  },
});

/** The page names what its first script will ask for, so that the browser does not wait for the script to say so. */
function earlyLinks(): Plugin {
  return {
    name: 'early-links',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => {
        const files = Object.values(bundle);
        const chunks = files.filter((file) => file.type === 'chunk');
        const app = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/src/app.tsx'));
        const needed = app === undefined ? [] : withImports(app, chunks);
        const styles = needed.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
        const font = files.find(({ fileName }) => fileName.includes('inter-latin-wght-normal'))?.fileName;
        const links = [
          // The page shows its outlines first, which need styles alone.
          ...needed.map(({ fileName }) => ({
            rel: 'modulepreload',
            href: BASE + fileName,
            fetchpriority: 'low',
          })),
          ...styles.map((fileName) => ({ rel: 'stylesheet', href: BASE + fileName })),
          ...(font === undefined
            ? []
            : [{ rel: 'preload', as: 'font', type: 'font/woff2', href: BASE + font }]),
        ];
        return links
          .filter(({ href }) => !html.includes(href))
          .map((link) => ({ tag: 'link', attrs: { ...link, crossorigin: true }, injectTo: 'head' as const }));
      },
    },
  };
}

function withImports(
  chunk: Rolldown.OutputChunk,
  chunks: readonly Rolldown.OutputChunk[],
  found = new Set<Rolldown.OutputChunk>(),
): readonly Rolldown.OutputChunk[] {
  found.add(chunk);
  for (const one of chunks) {
    if (chunk.imports.includes(one.fileName) && !found.has(one)) withImports(one, chunks, found);
  }
  return [...found];
}
