// Just enough of the Linux x86-64 ABI to run one static, single-threaded ELF program on a bare emulated machine: loads the
// program that the boot loader put in memory and answers the system calls of a static C library. Output goes to the
// serial port. Everything runs in ring 0.
#include <elf.h>
#include <stddef.h>
#include <stdint.h>

enum { kSerial = 0x3F8, kLineStatus = kSerial + 5 };

// The map of the memory: the program's image, then its heap; the stack; mappings; from 512 MiB on, this code.
static const uint64_t kStackTop = 0x7F00000;
static const uint64_t kMappings = 0x8000000;
static const uint64_t kMappingsEnd = 0x1F000000;
static const uint64_t kHeapSize = 0x4000000;

extern char exception_stubs[];
extern void syscall_entry(void);
extern _Noreturn void enter_program(uint64_t entry, uint64_t* stack);

static inline void outb(uint16_t port, uint8_t value) { __asm__ volatile("outb %0, %1" ::"a"(value), "Nd"(port)); }
static inline uint8_t inb(uint16_t port) {
  uint8_t value;
  __asm__ volatile("inb %1, %0" : "=a"(value) : "Nd"(port));
  return value;
}
static void wrmsr(uint32_t msr, uint64_t value) {
  __asm__ volatile("wrmsr" ::"c"(msr), "a"((uint32_t)value), "d"((uint32_t)(value >> 32)));
}

// The compiler calls these two.
void* memcpy(void* to, const void* from, size_t size) {
  void* result = to;
  __asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(size)::"memory");
  return result;
}
void* memset(void* to, int value, size_t size) {
  void* result = to;
  __asm__ volatile("rep stosb" : "+D"(to), "+c"(size) : "a"(value) : "memory");
  return result;
}

static size_t length(const char* text) {
  size_t n = 0;
  while (text[n]) n++;
  return n;
}
static void put(const char* text, size_t size) {
  while (size--) {
    while (!(inb(kLineStatus) & 0x20)) {
    }
    outb(kSerial, (uint8_t)*text++);
  }
}
static void put_text(const char* text) { put(text, length(text)); }
static void put_number(long value) {
  char digits[24];
  int i = sizeof digits;
  unsigned long rest = value < 0 ? -(unsigned long)value : (unsigned long)value;
  do digits[--i] = (char)('0' + rest % 10);
  while (rest /= 10);
  if (value < 0) digits[--i] = '-';
  put(digits + i, sizeof digits - (size_t)i);
}
static void put_hex(uint64_t value) {
  for (int i = 60; i >= 0; i -= 4) put(&"0123456789abcdef"[value >> i & 15], 1);
}

// The last line tells the status to the script that started the machine; then Bochs' own way to be turned off.
static _Noreturn void finish(long status) {
  put_text("\n[exit ");
  put_number(status);
  put_text("]\n");
  while (!(inb(kLineStatus) & 0x40)) {
  }
  for (const char* p = "Shutdown"; *p; p++) outb(0x8900, (uint8_t)*p);
  for (;;) __asm__ volatile("hlt");
}

// Called from the stubs in boot.S with the two uppermost words of the stack: an error code and the address, or the address.
_Noreturn void shim_exception(uint64_t number, uint64_t first, uint64_t second) {
  put_text("\n[processor exception ");
  put_number((long)number);
  put_text(" at ");
  put_hex(first);
  put_text(" ");
  put_hex(second);
  put_text("]");
  finish(139);
}

static void set_up_exceptions(void) {
  static struct {
    uint16_t low, selector;
    uint8_t stack, type;
    uint16_t middle;
    uint32_t high, zero;
  } gates[32];
  for (int i = 0; i < 32; i++) {
    const uint64_t stub = (uint64_t)(uintptr_t)exception_stubs + (uint64_t)i * 16;
    gates[i].low = (uint16_t)stub;
    gates[i].selector = 8;
    gates[i].type = 0x8E;
    gates[i].middle = (uint16_t)(stub >> 16);
    gates[i].high = (uint32_t)(stub >> 32);
  }
  struct __attribute__((packed)) {
    uint16_t limit;
    uint64_t base;
  } table = {sizeof gates - 1, (uint64_t)(uintptr_t)gates};
  __asm__ volatile("lidt %0" ::"m"(table));
}

static uint64_t heap_start, heap_end, next_mapping;

static long do_brk(uint64_t wanted) {
  if (wanted >= heap_start && wanted < heap_start + kHeapSize) {
    if (wanted > heap_end) memset((void*)heap_end, 0, wanted - heap_end);
    heap_end = wanted;
  }
  return (long)heap_end;
}
static long do_mmap(uint64_t size) {
  const uint64_t at = next_mapping;
  const uint64_t end = at + ((size + 4095) & ~4095ull);
  if (end > kMappingsEnd) return -12;  // ENOMEM
  next_mapping = end;
  memset((void*)at, 0, size);
  return (long)at;
}
struct buffer {
  const char* base;
  size_t size;
};
static long do_writev(const struct buffer* buffers, uint64_t count) {
  long written = 0;
  for (uint64_t i = 0; i < count; i++) {
    put(buffers[i].base, buffers[i].size);
    written += (long)buffers[i].size;
  }
  return written;
}
static long do_clock_gettime(uint64_t* time) {
  uint32_t low, high;
  __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
  const uint64_t nanoseconds = ((uint64_t)high << 32 | low) * 10;
  time[0] = nanoseconds / 1000000000u;
  time[1] = nanoseconds % 1000000000u;
  return 0;
}
static _Noreturn void die_of(long signal) {
  put_text("\n[signal ");
  put_number(signal);
  put_text("]");
  finish(128 + signal);
}

long shim_syscall(long number, uint64_t a, uint64_t b, uint64_t c) {
  switch (number) {
    case 1:  // write
      put((const char*)b, c);
      return (long)c;
    case 20:  // writev
      return do_writev((const struct buffer*)b, c);
    case 9:  // mmap, always taken for anonymous
      return do_mmap(b);
    case 12:
      return do_brk(a);
    case 158:  // arch_prctl: ARCH_SET_FS alone
      if (a != 0x1002) return -22;
      wrmsr(0xC0000100, b);
      return 0;
    case 228:
      return do_clock_gettime((uint64_t*)b);
    case 318:  // getrandom
      memset((void*)a, 0x5A, b);
      return (long)b;
    case 60:
    case 231:  // exit, exit_group
      finish((long)(int)a);
    case 62:
      die_of((long)b);  // kill
    case 234:
      die_of((long)c);  // tgkill
    case 202:           // futex: nobody to wait for
      return (b & 0x7F) == 0 ? -11 : 0;
    case 39:
    case 186:
    case 218:  // getpid, gettid, set_tid_address
      return 1;
    case 10:
    case 11:
    case 13:
    case 14:
    case 28:
    case 131:
    case 273:  // mprotect, munmap, sigaction, sigprocmask, madvise, sigaltstack, set_robust_list
      return 0;
    case 89:
    case 257:
    case 267:  // readlink, openat, readlinkat: there are no files
      return -2;
    default:
      return -38;  // ENOSYS
  }
}

static const Elf64_Ehdr* load_program(const uint8_t* image) {
  const Elf64_Ehdr* header = (const Elf64_Ehdr*)image;
  if (header->e_ident[0] != 0x7F || header->e_type != ET_EXEC) {
    put_text("not a static ELF program at fixed addresses\n");
    finish(126);
  }
  const Elf64_Phdr* segments = (const Elf64_Phdr*)(image + header->e_phoff);
  for (int i = 0; i < header->e_phnum; i++) {
    if (segments[i].p_type != PT_LOAD) continue;
    memset((void*)segments[i].p_vaddr, 0, segments[i].p_memsz);
    memcpy((void*)segments[i].p_vaddr, image + segments[i].p_offset, segments[i].p_filesz);
    const uint64_t end = (segments[i].p_vaddr + segments[i].p_memsz + 4095) & ~4095ull;
    if (end > heap_start) heap_start = heap_end = end;
  }
  return header;
}

// Lays argc, argv, an empty environment and the auxiliary vector out as a program finds them on its stack.
static uint64_t* build_stack(const Elf64_Ehdr* header, const char* command_line) {
  static char line[1024];
  static uint8_t random_bytes[16];
  uint64_t* const stack = (uint64_t*)kStackTop;
  uint64_t* next = stack + 1;
  const size_t size = length(command_line);
  memcpy(line, command_line, size < sizeof line ? size : sizeof line - 1);
  for (char* p = line; *p;) {
    while (*p == ' ') *p++ = 0;
    if (!*p) break;
    *next++ = (uint64_t)(uintptr_t)p;
    while (*p && *p != ' ') p++;
  }
  *stack = (uint64_t)(next - stack - 1);
  *next++ = 0;
  *next++ = 0;
  const uint64_t auxiliary[][2] = {{AT_PHDR, (uint64_t)(uintptr_t)header + header->e_phoff},
                                   {AT_PHENT, sizeof(Elf64_Phdr)},
                                   {AT_PHNUM, header->e_phnum},
                                   {AT_PAGESZ, 4096},
                                   {AT_RANDOM, (uint64_t)(uintptr_t)random_bytes},
                                   {AT_SECURE, 0},
                                   {AT_NULL, 0}};
  memcpy(next, auxiliary, sizeof auxiliary);
  return stack;
}

struct multiboot_module {
  uint32_t start, end, command_line, reserved;
};

void shim_main(const uint32_t* multiboot_information) {
  const uint8_t serial_setup[][2] = {{3, 0x83}, {0, 1}, {1, 0}, {3, 0x03}};  // 115200 baud, 8 bits, no parity
  for (size_t i = 0; i < sizeof serial_setup / sizeof *serial_setup; i++) {
    outb((uint16_t)(kSerial + serial_setup[i][0]), serial_setup[i][1]);
  }
  set_up_exceptions();
  if (!(multiboot_information[0] & 8) || multiboot_information[5] == 0) {
    put_text("no program\n");
    finish(127);
  }
  const struct multiboot_module* module = (const struct multiboot_module*)(uintptr_t)multiboot_information[6];
  next_mapping = kMappings;
  const Elf64_Ehdr* header = load_program((const uint8_t*)(uintptr_t)module->start);
  wrmsr(0xC0000081, (uint64_t)8 << 32 | (uint64_t)8 << 48);  // STAR: ring 0 both ways
  wrmsr(0xC0000082, (uint64_t)(uintptr_t)syscall_entry);     // LSTAR
  wrmsr(0xC0000084, 0);                                      // SFMASK
  enter_program(header->e_entry, build_stack(header, (const char*)(uintptr_t)module->command_line));
}
