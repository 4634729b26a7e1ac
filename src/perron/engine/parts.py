"""How kernels are compiled: to machine code where Python calls them, and only as parts where kernels call each other.

Numba makes machine code of every function, with all that it calls compiled in once more, and a copy for each constant
that it is called with. Kernels call each other fifteen deep, so that most of the time went into code that nobody ran.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba.core import codegen as llvm
from numba.core import compiler, event, sigutils, types, typing
from numba.core.caching import CompileResultCacheImpl
from numba.core.compiler_lock import global_compiler_lock
from numba.core.dispatcher import _FunctionCompiler
from numba.core.registry import CPUDispatcher


class _PartLibrary(llvm.JITCodeLibrary):  # type: ignore[misc]
    """Code that is there to be linked into what calls it, and optimised there."""

    def finalize(self) -> None:
        self._raise_if_finalized()
        for library in dict.fromkeys(self._linking_libraries):
            self._reload_init.update(library._reload_init)
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._finalize_dynamic_globals()
        self._finalized = True

    @classmethod
    def read(cls, codegen: Any, name: str, bitcode: bytes) -> _PartLibrary:
        """What `_final_module.as_bitcode()` gave."""
        library = cls(codegen, name)
        library._final_module = llvm.ll.parse_bitcode(bitcode)
        library._finalize_dynamic_globals()
        library._finalized = True
        return library


class PartCacheImpl(CompileResultCacheImpl):  # type: ignore[misc]
    """Keeps parts without machine code, under names of their own."""

    def get_filename_base(self, fullname: str, abiflags: str) -> str:
        """The name of the files of a function."""
        return f"part-{super().get_filename_base(fullname, abiflags)}"

    def reduce(self, result: Any) -> Any:
        """What is written down of a part: its code for linking, and what callers must know of it."""
        result.fndesc.typemap = result.fndesc.calltypes = None  # not needed any more, and not for pickling
        bitcode = result.library._final_module.as_bitcode()
        envs = tuple(result._find_referenced_environments())
        rest = result.fndesc, result.environment, result.signature, tuple(result.reload_init), envs
        return result.library.name, bitcode, *rest

    def rebuild(self, target: Any, payload: Any) -> Any:
        """The part that `reduce` has written down."""
        name, bitcode, fndesc, environment, signature, reload_init, envs = payload
        for initialise in reload_init:
            initialise()
        return compiler.compile_result(
            target_context=target,
            typing_context=target.typing_context,
            library=_PartLibrary.read(target.codegen(), name, bitcode),
            environment=environment,
            entry_point=_Key(),
            fndesc=fndesc,
            signature=signature,
            objectmode=False,
            lifted=(),
            reload_init=reload_init,
            referenced_envs=envs,
        )


class _Key:
    """By which Numba's lists know a part, which has no address."""


class _Compiler(_FunctionCompiler):  # type: ignore[misc]
    """Compiles one function, as a whole or as a part."""

    def _compile_core(self, args: Any, return_type: Any) -> Any:
        result = super()._compile_core(args, return_type)
        for environment in result._find_referenced_environments():  # those of its parts included
            result.codegen.set_env(environment.env_name, environment)
        return result

    def compile_part(self, args: Any) -> Any:
        """Code for other kernels alone: nothing that Python or C could call, and no machine code."""
        flags = compiler.Flags()
        self.targetdescr.options.parse_as_flags(flags, self.targetoptions)
        flags.no_cpython_wrapper = flags.no_cfunc_wrapper = flags.no_compile = True
        target = self.targetdescr.target_context
        result = compiler.compile_extra(
            self.targetdescr.typing_context,
            target,
            self.py_func,
            args=args,
            return_type=None,
            flags=flags,
            locals=self.locals,
            library=_PartLibrary(target.codegen(), self.py_func.__qualname__),
            pipeline_class=self.pipeline_class,
        )
        result.library._ensure_finalized()
        return result._replace(entry_point=_Key())


def _widened(argument: Any) -> Any:
    """One part serves every constant and every size of whole number: they are all computed with in 64 bits anyway."""
    plain = types.unliteral(argument)
    return types.int64 if isinstance(plain, types.Integer) and plain.signed else plain


class Kernel(CPUDispatcher):  # type: ignore[misc]
    """A function that Numba compiles when it is first called."""

    def __init__(
        self,
        py_func: Callable[..., Any],
        locals: dict[str, Any] | None = None,  # noqa: A002  # named so by Numba, which makes dispatchers by name
        targetoptions: dict[str, Any] | None = None,
        pipeline_class: Any = compiler.Compiler,
    ) -> None:
        super().__init__(py_func, locals, targetoptions, pipeline_class)
        self._compiler = _Compiler(py_func, self.targetdescr, self.targetoptions, self.locals, pipeline_class)
        self.parts: dict[tuple[Any, ...], Any] = {}
        """What other kernels call, by the types of its arguments; `overloads` is what Python calls."""
        self._part_cache: Any = None

    def keep(self, whole: Any, part: Any) -> None:
        """Find again what was compiled before in these caches."""
        self._cache, self._part_cache = whole, part

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """What another kernel that is being compiled calls."""
        signature, args = self._compiler.fold_argument_types(args, kws)
        args = tuple(_widened(argument) for argument in args)
        self._make_part(args)
        name = self.py_func.__name__
        found = [part.signature for part in self.parts.values()]
        return typing.make_concrete_template(name, key=name, signatures=found), signature, args, {}

    def get_overload(self, sig: Any) -> Any:
        """The part that `get_call_template` has made."""
        args, _ = sigutils.normalize_signature(sig)
        return self.parts[tuple(args)].entry_point

    def _make_part(self, args: tuple[Any, ...]) -> None:
        with global_compiler_lock, self._compiling_counter:
            if args in self.parts:
                return
            part = None if self._part_cache is None else self._part_cache.load_overload(args, self.targetctx)
            if part is None:
                with event.trigger_event("numba:compile", {"dispatcher": self, "args": args, "return_type": None}):
                    part = self._compiler.compile_part(args)
                if self._part_cache is not None:
                    self._part_cache.save_overload(args, part)
            self.targetctx.insert_user_function(part.entry_point, part.fndesc, [part.library])
            self.parts[args] = part
