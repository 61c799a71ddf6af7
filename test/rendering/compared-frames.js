/* Runs in the browser. Shows each page before and after its styles were inlined, and compares every element. */

function loadFrames([pairs, widths]) {
  for (const [index, texts] of pairs.entries()) {
    for (const width of widths) {
      for (const text of texts) {
        const frame = document.createElement('iframe');
        frame.width = String(width);
        frame.height = '100';
        frame.title = `page ${index} at ${width}px`;
        document.body.append(frame);
        frame.contentDocument.open();
        frame.contentDocument.write(text);
        frame.contentDocument.close();
      }
    }
  }
}

function compareFrames(properties) {
  const found = [];
  const frames = [...document.querySelectorAll('iframe')];
  for (let index = 0; index < frames.length; index += 2) {
    const { title } = frames[index];
    const [before, after] = [frames[index], frames[index + 1]].map(({ contentDocument }) => [
      ...contentDocument.querySelectorAll('*'),
    ]);
    if (before.length !== after.length) found.push(`${title}: other elements`);
    for (const [number, element] of before.entries()) {
      const [one, two] = [element, after[number]].map((each) =>
        each.ownerDocument.defaultView.getComputedStyle(each),
      );
      for (const property of properties) {
        const [was, is] = [one.getPropertyValue(property), two.getPropertyValue(property)];
        if (was !== is) {
          found.push(`${title}: ${property} of <${element.localName}> ${number} was ${was}, is ${is}`);
        }
      }
    }
  }
  return found;
}

globalThis.loadFrames = loadFrames;
globalThis.compareFrames = compareFrames;
