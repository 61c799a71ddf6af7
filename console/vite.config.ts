import { defineConfig } from 'vite';

/** The service serves what is built here below `/console` (src/console/console.controller.ts). */
export default defineConfig({
  base: '/console/',
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
      },
      // Packages mark what runs in browsers for frameworks that have servers, which there is none of here.
      onLog: (level, log, report) => {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') report(level, log);
      },
    },
  },
});
