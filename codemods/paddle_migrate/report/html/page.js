"use strict";
(() => {
  const page = document.documentElement;
  const $ = (query) => document.querySelector(query);
  const all = (query, within = document) => [...within.querySelectorAll(query)];

  // What the filters look at is read once: nothing is measured or searched in the page while someone types.
  const files = all(".file").map((element) => ({
    element,
    path: element.dataset.path.toLowerCase(),
    findings: all(".findings > li", element).map((item) => ({
      element: item,
      level: item.className,
      code: item.dataset.code,
      text: `${item.dataset.code} ${item.dataset.api} ${item.lastChild.textContent}`.toLowerCase(),
      api: item.dataset.api,
    })),
  }));
  const boxes = all("input[name=level]");
  const usual = boxes.map((box) => box.checked).join();
  const [code, text, path] = ["#code", "#text", "#path"].map($);
  const total = files.reduce((sum, file) => sum + file.findings.length, 0);

  const show = (element, visible) => {
    if (element.hidden === visible) element.hidden = !visible;
  };

  function apply() {
    if (!text) return; // a page without filters
    const levels = new Set(boxes.filter((box) => box.checked).map((box) => box.value));
    const wanted = text.value.trim().toLowerCase();
    const exact = text.dataset.api === text.value ? text.value : "";
    const where = path.value.trim().toLowerCase();
    const narrowed = Boolean(wanted || code.value) || boxes.map((box) => box.checked).join() !== usual;
    let found = 0;
    let inFiles = 0;
    for (const file of files) {
      const here = file.path.includes(where);
      let some = 0;
      for (const finding of file.findings) {
        const visible =
          here &&
          levels.has(finding.level) &&
          (!code.value || finding.code === code.value) &&
          (exact ? finding.api === exact : finding.text.includes(wanted));
        show(finding.element, visible);
        some += visible;
      }
      show(file.element, here && (some > 0 || !narrowed));
      if (narrowed && some) file.element.open = true;
      found += some;
      inFiles += some > 0;
    }
    $("#shown").textContent =
      page.lang === "en"
        ? `${found} of ${total} findings, in ${inFiles} of ${files.length} files`
        : `${found} / ${total} 处，${inFiles} / ${files.length} 个文件`;
  }

  let waiting = 0;
  function soon() {
    cancelAnimationFrame(waiting);
    waiting = requestAnimationFrame(apply);
  }

  function language(name) {
    page.lang = name;
    $("#language").textContent = name === "en" ? "中文" : "English";
    for (const element of all("[data-zh]")) {
      const words = name === "en" ? element.dataset.en : element.dataset.zh;
      if (element.localName === "input") element.placeholder = words;
      else if (element.hasAttribute("title")) element.title = words;
      else element.textContent = words;
    }
    apply();
  }

  function unfold(button) {
    const table = button.closest("table");
    const lines = JSON.parse(table.nextElementSibling.textContent)[button.dataset.fold];
    const rows = document.createElement("template");
    // every line was escaped when the report was written
    rows.innerHTML = lines.map(([old, now, line]) => `<tr><td>${old}<td>${line}<td>${now}<td>${line}`).join("");
    button.closest("tr").replaceWith(rows.content);
  }

  function only(newCode, newApi) {
    for (const box of boxes) box.checked = true;
    code.value = newCode;
    text.value = text.dataset.api = newApi;
    apply();
    $("#filters").scrollIntoView();
  }

  function reveal() {
    const element = location.hash && document.getElementById(location.hash.slice(1));
    if (!element) return;
    for (let at = element; at; at = at.parentElement) if (at.localName === "details") at.open = true;
    element.scrollIntoView();
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    const data = button.dataset;
    if ("fold" in data) unfold(button);
    else if ("setCode" in data) only(data.setCode, "");
    else if ("setApi" in data) only("", data.setApi);
    else if ("all" in data) for (const { element } of files) element.open = data.all === "open";
    else if ("more" in data) {
      for (const rows of all("tbody[hidden]", button.parentElement)) rows.hidden = false;
      button.remove();
    } else if (button.id === "language") language(page.lang === "en" ? "zh-CN" : "en");
  });
  $("#filters")?.addEventListener("input", soon);
  $("#filters")?.addEventListener("reset", soon); // the fields have their new values by then
  $("#filters")?.addEventListener("submit", (event) => event.preventDefault());
  window.addEventListener("hashchange", reveal);
  const reader = navigator.language.startsWith("zh") ? "zh-CN" : "en";
  language("chosen" in page.dataset ? page.lang : reader);
  reveal();
})();
